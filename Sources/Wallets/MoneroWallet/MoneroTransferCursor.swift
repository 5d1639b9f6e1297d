import JSON
import PaymentsModel
import WalletBackend

/// The content of a cursor: the newest block when the page was made, and the transfers that did not have enough
/// confirmations.
///
/// A transfer that was double-spent just disappears from the wallet's lists. Unconfirmed transfers are therefore kept
/// in the cursor, where they also survive a restart of this program. The text is a JSON object with version 1.
struct MoneroTransferCursor: Sendable {
  /// A transfer that still needs confirmations.
  struct Entry: Sendable {
    let transfer: IncomingTransfer
    /// The height of its block; 0 while it waits in the pool.
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

  /// Reads a cursor; `nil` if the text is no cursor of this backend. In that case all transfers are reported again.
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
