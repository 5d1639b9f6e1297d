package import PaymentsModel

/// An input of the invoice's state machine.
package enum InvoiceEvent: Sendable, Hashable {
  /// The wallet reported a transfer to the invoice's address. Reporting a known transfer again changes nothing.
  case transferSeen(TransferObservation, at: Timestamp)
  /// Time passed.
  case clock(Timestamp)
  /// The app asked to cancel the invoice.
  case cancel(Timestamp)

  /// When the event happened.
  package var at: Timestamp {
    switch self {
    case .transferSeen(_, let at), .clock(let at), .cancel(let at): at
    }
  }
}

/// What the caller has to do after an event.
package enum InvoiceEffect: Sendable, Hashable {
  /// Store this transfer. There is at most one per event, it comes first, and ``changed`` follows it.
  case transferChanged(TransferChange)
  /// Store the new version and append an event to the outbox, in one transaction. There is at most one per event.
  case changed
  /// The answer to ``InvoiceEvent/cancel(_:)``.
  case cancelAnswered(CancelAnswer)
}
