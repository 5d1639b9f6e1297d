package import PaymentsModel

/// An incoming transfer, as the wallet reported it most recently.
package struct TransferObservation: Sendable, Hashable {
  /// The permanent identifier of the transfer: transaction id and output.
  package let id: String
  /// The id of the transaction that contains the transfer.
  package let transactionID: String
  /// The amount that arrived.
  package let amount: Amount
  /// The number of confirmations; 0 while the transaction waits for a block.
  package let confirmations: Int
  /// Whether the transfer was taken back: double spent, replaced, or lost in a reorganisation.
  package let removed: Bool

  /// Creates an observation.
  package init(id: String, transactionID: String, amount: Amount, confirmations: Int, removed: Bool = false) {
    self.id = id
    self.transactionID = transactionID
    self.amount = amount
    self.confirmations = confirmations
    self.removed = removed
  }
}

/// A transfer that belongs to an invoice.
package struct InvoiceTransfer: Sendable, Hashable {
  /// The permanent identifier of the transfer: transaction id and output.
  package let id: String
  /// The id of the transaction that contains the transfer.
  package let transactionID: String
  /// The amount that arrived.
  package let amount: Amount
  /// The number of confirmations at the last look; it is not updated any more once ``state`` is
  /// ``TransferState/confirmed``.
  package let confirmations: Int
  /// How certain the transfer is.
  package let state: TransferState
  /// When the transfer was first seen. This decides whether it is late.
  package let firstSeenAt: Timestamp
  /// The place among the transfers of its invoice, in the order in which they were first seen, from 0.
  package let position: Int

  /// Creates a transfer, also one that was read from the ledger.
  package init(
    id: String, transactionID: String, amount: Amount, confirmations: Int, state: TransferState,
    firstSeenAt: Timestamp, position: Int
  ) {
    self.id = id
    self.transactionID = transactionID
    self.amount = amount
    self.confirmations = confirmations
    self.state = state
    self.firstSeenAt = firstSeenAt
    self.position = position
  }

  init(_ observation: TransferObservation, confirmationsWanted: Int, firstSeenAt: Timestamp, position: Int) {
    let confirmations = observation.removed ? 0 : max(observation.confirmations, 0)
    let state: TransferState =
      if observation.removed {
        .removed
      } else if confirmations >= confirmationsWanted {
        .confirmed
      } else {
        confirmations == 0 ? .unconfirmed : .confirming
      }
    self.init(
      id: observation.id, transactionID: observation.transactionID, amount: observation.amount,
      confirmations: confirmations, state: state, firstSeenAt: firstSeenAt, position: position)
  }
}

/// A transfer before and after an event; without a past if the event is the first that is heard of it.
package struct TransferChange: Sendable, Hashable {
  /// The transfer as it was stored; `nil` if it is new.
  package let before: InvoiceTransfer?
  /// The transfer as it is to be stored.
  package let now: InvoiceTransfer

  /// Creates a change.
  package init(before: InvoiceTransfer?, now: InvoiceTransfer) {
    self.before = before
    self.now = now
  }
}
