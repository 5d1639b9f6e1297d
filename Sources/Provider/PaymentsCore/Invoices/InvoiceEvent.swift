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
  case changed(InvoiceChange)
  /// The answer to ``InvoiceEvent/cancel(_:)``.
  case cancelAnswered(CancelAnswer)
}

/// The most telling part of a visible change; the raw value names it in logs and in the audit.
package enum InvoiceChange: String, Sendable, Hashable, CaseIterable {
  /// Money or confirmations came or went without any of the following.
  case updated = "invoice.updated"
  /// The amount asked for has been seen in time.
  case paid = "invoice.paid"
  /// The amount asked for is confirmed.
  case settled = "invoice.settled"
  /// Money that had completed it was taken back while the payer still has time.
  case takenBack = "invoice.taken_back"
  /// The payer's time is over.
  case expired = "invoice.expired"
  /// The amount was reached, but too late.
  case paidLate = "invoice.paid_late"
  /// Taken back after the payer's time, or not confirmed within the monitoring period.
  case invalid = "invoice.invalid"
  /// Withdrawn by the app.
  case cancelled = "invoice.cancelled"
}
