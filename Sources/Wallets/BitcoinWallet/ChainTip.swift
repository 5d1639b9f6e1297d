import JSON
import WalletBackend

/// The newest block of a chain.
struct ChainTip: Sendable, Hashable {
  /// The number of blocks below it.
  let height: Int
  let hash: String

  /// Creates a tip from the answer to `getblockchaininfo`.
  init(_ node: JSONValue) throws(WalletError) {
    height = try node.integer("blocks")
    hash = try node.member("bestblockhash").hash()
  }

  /// Creates a tip from its form in a cursor; `nil` if the value has another form.
  init?(cursor value: JSONValue) {
    guard let height: Int = value[0]?.integerValue(), let hash = value[1]?.stringValue, JSONValue.isHash(hash) else {
      return nil
    }
    self.height = height
    self.hash = hash
  }

  /// The form in a cursor.
  var json: JSONValue { [.number(JSONNumber(height)), .string(hash)] }
}
