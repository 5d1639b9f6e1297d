import JSON
import PaymentsModel
package import WalletBackend

/// The content of a cursor: the block from which the next page begins, the newest block, and the transfers that did not
/// have enough confirmations when the page was made.
///
/// The daemon reports new transactions, but a transfer that was double-spent just disappears from its lists.
/// Unconfirmed transfers are therefore kept in the cursor, where they also survive a restart of this program. The text
/// is a JSON object with version 1.
struct BitcoinTransferCursor: Sendable {
  let block: String
  /// The newest block; `nil` in cursors of earlier versions.
  let tip: ChainTip?
  let transfers: [IncomingTransfer]

  init(block: String, tip: ChainTip?, transfers: [IncomingTransfer]) {
    self.block = block
    self.tip = tip
    self.transfers = transfers
  }

  /// Reads a cursor; `nil` if the text is no cursor of this backend. In that case all transfers are reported again.
  init?(_ cursor: TransferCursor) {
    guard let value = try? JSONValue(parsing: cursor.rawValue), value["v"]?.integerValue() == 1,
      let block = value["block"]?.stringValue, JSONValue.isHash(block), let list = value["followed"]?.arrayValue
    else { return nil }
    self.block = block
    tip = value["tip"].flatMap { ChainTip(cursor: $0) }
    transfers = list.compactMap { item in
      guard let id = item[0]?.stringValue, let address = item[1]?.stringValue,
        let units = item[2]?.stringValue.flatMap({ UInt128($0) })
      else { return nil }
      return IncomingTransfer(
        id: id, transactionID: String(id.prefix { $0 != ":" }), address: address, amount: Amount(atomicUnits: units),
        confirmations: 0)
    }
  }

  var cursor: TransferCursor {
    let followed = transfers.map { transfer -> JSONValue in
      [.string(transfer.id), .string(transfer.address), .string(String(transfer.amount.atomicUnits))]
    }
    var value: JSONObject = ["v": 1, "block": .string(block), "followed": .array(followed)]
    value["tip"] = tip?.json
    return TransferCursor(rawValue: JSONValue.object(value).text())
  }
}

extension IncomingTransfer {
  /// Returns the same transfer in its current state.
  package func updated(confirmations: Int, removed: Bool) -> IncomingTransfer {
    IncomingTransfer(
      id: id, transactionID: transactionID, address: address, amount: amount, confirmations: confirmations,
      removed: removed)
  }

  /// Returns the same transfer with another amount.
  func with(amount: Amount) -> IncomingTransfer {
    IncomingTransfer(
      id: id, transactionID: transactionID, address: address, amount: amount, confirmations: confirmations,
      removed: removed)
  }
}
