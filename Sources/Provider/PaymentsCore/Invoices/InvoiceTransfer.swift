public import PaymentsModel

/// An incoming transfer as the wallet sees it now.
public struct TransferObservation: Sendable, Hashable {
  /// Names the transfer for good: transaction id and output.
  public let id: String
  /// The transaction that carries it.
  public let transactionID: String
  /// What arrived.
  public let amount: Amount
  /// Confirmations; 0 while it waits for a block.
  public let confirmations: Int
  /// Taken back: double spent, replaced, or gone after a reorganisation.
  public let removed: Bool

  /// An observation.
  public init(id: String, transactionID: String, amount: Amount, confirmations: Int, removed: Bool = false) {
    self.id = id
    self.transactionID = transactionID
    self.amount = amount
    self.confirmations = confirmations
    self.removed = removed
  }
}

/// A transfer that belongs to an invoice.
public struct InvoiceTransfer: Sendable, Hashable {
  /// Names the transfer for good: transaction id and output.
  public let id: String
  /// The transaction that carries it.
  public let transactionID: String
  /// What arrived.
  public let amount: Amount
  /// Confirmations when it was last looked at; no longer counted once it is ``TransferState/confirmed``.
  public let confirmations: Int
  /// How sure it is.
  public let state: TransferState
  /// When it was first seen, which decides whether it is late.
  public let firstSeenAt: Timestamp

  /// A transfer, as the ledger stored it.
  public init(
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
