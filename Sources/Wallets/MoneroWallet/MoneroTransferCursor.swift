import JSON
import PaymentsModel
import WalletBackend

/// The content of a cursor: the newest block when the page was made, and the transfers that were not as deep as wanted.
///
/// A transfer that was double spent just disappears from the wallet's lists; so they are kept here, where they survive
/// a restart of this side as well. The text is a JSON object with version 1.
struct MoneroTransferCursor: Sendable {
  /// A transfer that is still followed.
  struct Entry: Sendable {
    let transfer: IncomingTransfer
    /// Of its block; 0 in the pool.
    let height: Int
    var id: String { transfer.id }
  }

  let height: Int
  /// The hash of the block.
  let block: String
  let transfers: [Entry]

  init(height: Int, block: String, transfers: [Entry]) {
    self.height = height
    self.block = block
    self.transfers = transfers
  }

  /// `nil` where the text is not a cursor of this backend: then everything is reported again.
  init?(_ cursor: TransferCursor) {
    guard let value = try? JSONValue(parsing: cursor.rawValue), value["v"]?.integerValue() == 1,
      let height: Int = value["height"]?.integerValue(), height >= 0, let block = value["block"]?.stringValue,
      JSONValue.isHash(block), let list = value["followed"]?.arrayValue
    else { return nil }
    self.height = height
    self.block = block
    transfers = list.compactMap { item in
      guard let id = item[0]?.stringValue, let address = item[1]?.stringValue,
        let units = item[2]?.stringValue.flatMap({ UInt128($0) }), let height: Int = item[3]?.integerValue()
      else { return nil }
      let transactionID = String(id.prefix { $0 != ":" })
      guard JSONValue.isHash(transactionID) else { return nil }
      let transfer = IncomingTransfer(
        id: id, transactionID: transactionID, address: address, amount: Amount(atomicUnits: units), confirmations: 0)
      return Entry(transfer: transfer, height: height)
    }
  }

  var cursor: TransferCursor {
    let followed = transfers.map { entry -> JSONValue in
      [
        .string(entry.id), .string(entry.transfer.address), .string(String(entry.transfer.amount.atomicUnits)),
        .integer(entry.height),
      ]
    }
    let value: JSONValue = [
      "v": 1, "height": .integer(height), "block": .string(block), "followed": .array(followed),
    ]
    return TransferCursor(rawValue: value.text())
  }
}
