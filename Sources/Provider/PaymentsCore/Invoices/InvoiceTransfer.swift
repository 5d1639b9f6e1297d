package import PaymentsModel

/// An incoming transfer as the wallet sees it now.
package struct TransferObservation: Sendable, Hashable {
  /// Names the transfer for good: transaction id and output.
  package let id: String
  /// The transaction that carries it.
  package let transactionID: String
  /// What arrived.
  package let amount: Amount
  /// Confirmations; 0 while it waits for a block.
  package let confirmations: Int
  /// Taken back: double spent, replaced, or gone after a reorganisation.
  package let removed: Bool

  /// An observation.
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
  /// Names the transfer for good: transaction id and output.
  package let id: String
  /// The transaction that carries it.
  package let transactionID: String
  /// What arrived.
  package let amount: Amount
  /// Confirmations when it was last looked at; no longer counted once it is ``TransferState/confirmed``.
  package let confirmations: Int
  /// How sure it is.
  package let state: TransferState
  /// When it was first seen, which decides whether it is late.
  package let firstSeenAt: Timestamp

  /// A transfer, as the ledger stored it.
  package init(
    id: String, transactionID: String, amount: Amount, confirmations: Int, state: TransferState,
    firstSeenAt: Timestamp
  ) {
    self.id = id
    self.transactionID = transactionID
    self.amount = amount
    self.confirmations = confirmations
    self.state = state
    self.firstSeenAt = firstSeenAt
  }

  init(_ observation: TransferObservation, confirmationsWanted: Int, firstSeenAt: Timestamp) {
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
      confirmations: confirmations, state: state, firstSeenAt: firstSeenAt)
  }
}
