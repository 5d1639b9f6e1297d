import JSON
import WalletBackend

/// A reference to an output of a transaction.
struct Outpoint: Sendable, Hashable {
  let transactionID: String
  let index: Int

  init(transactionID: String, index: Int) {
    self.transactionID = transactionID
    self.index = index
  }

  /// Creates a reference from an object with `txid` and `vout`, as the daemon writes inputs.
  init(_ value: JSONValue) throws(WalletError) {
    transactionID = try value.member("txid").hash()
    index = try value.integer("vout")
    guard index >= 0 else { throw .protocolViolation(code: nil) }
  }

  /// The identifier of the output among the reservations.
  var coin: CoinID { CoinID(rawValue: "\(transactionID):\(index)") }

  var json: JSONValue { ["txid": .string(transactionID), "vout": .number(JSONNumber(index))] }
}
