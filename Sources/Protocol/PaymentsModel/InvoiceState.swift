/// The state of an invoice, apart from the paid amount (specification, section on invoices).
public enum InvoiceState: String, Sendable, Hashable, Codable, CaseIterable {
  /// The invoice waits for a payment, or for the rest of it.
  case pending
  /// The requested amount has been seen, but not all of it has the required number of confirmations.
  case processing
  /// The requested amount has the required number of confirmations.
  case settled
  /// The payer's deadline has passed. Late transfers are still detected until the monitoring period ends.
  case expired
  /// The transfers that were seen were reversed or not confirmed within the monitoring period.
  case invalid
  /// The app withdrew the invoice before any payment was seen.
  case cancelled
}

/// The paid part of an invoice, independent of its state.
public enum InvoicePayment: String, Sendable, Hashable, Codable, CaseIterable {
  /// No payment was seen.
  case none
  /// Less than the requested amount was paid.
  case partial
  /// Exactly the requested amount was paid. For a top-up without amount, any amount was paid.
  case paid
  /// More than the requested amount was paid.
  case over
  /// The amount was reached only after the invoice had expired or was cancelled.
  case late
}

/// The state of confirmation of an incoming transfer.
public enum TransferState: String, Sendable, Hashable, Codable, CaseIterable {
  /// The transfer was seen and is not in a block yet.
  case unconfirmed
  /// The transfer is in a block and has fewer confirmations than required.
  case confirming
  /// The transfer has the required number of confirmations.
  case confirmed
  /// The transfer was reversed: it was double spent, replaced, or removed by a reorganisation.
  case removed
}
