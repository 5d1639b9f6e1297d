package import PaymentsModel

/// What happens to an invoice.
package enum InvoiceEvent: Sendable, Hashable {
  /// The wallet reported a transfer to its address; repeating one that is known changes nothing.
  case transferSeen(TransferObservation, at: Timestamp)
  /// Time passed.
  case clock(Timestamp)
  /// The app withdraws it.
  case cancel(Timestamp)

  /// When it happened.
  package var at: Timestamp {
    switch self {
    case .transferSeen(_, let at), .clock(let at), .cancel(let at): at
    }
  }
}

/// What an event led to.
package enum InvoiceEffect: Sendable, Hashable {
  /// Store the new version and append an event to the outbox, in one transaction. At most once per event.
  case changed
  /// The answer to ``InvoiceEvent/cancel(_:)``.
  case cancelAnswered(CancelAnswer)
}
