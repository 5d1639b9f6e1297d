import JSON
import WalletBackend

/// The newest block of a chain.
struct ChainTip: Sendable, Hashable {
  /// Blocks below it.
  let height: Int
  let hash: String

  /// From the answer to `getblockchaininfo`.
  init(_ node: JSONValue) throws(WalletError) {
    height = try node.integer("blocks")
    hash = try node.member("bestblockhash").hash()
  }

  /// From a cursor; `nil` for what is none.
  init?(cursor value: JSONValue) {
    guard let height: Int = value[0]?.integerValue(), let hash = value[1]?.stringValue, JSONValue.isHash(hash) else {
      return nil
    }
    self.height = height
    self.hash = hash
  }

  /// For a cursor.
  var json: JSONValue { [.number(JSONNumber(height)), .string(hash)] }
}
