/// How far an invoice is, apart from how much was paid (specification, section on invoices).
public enum InvoiceState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Waits for money, or for more of it.
  case pending
  /// The amount asked for has been seen, not all of it confirmed as often as wanted.
  case processing
  /// The amount asked for is confirmed as often as wanted.
  case settled
  /// The payer's time is over; late money is still seen until the monitoring period ends.
  case expired
  /// What had been seen was taken back or never confirmed within the monitoring period.
  case invalid
  /// Withdrawn by the app before anything was seen.
  case cancelled
}

/// How much of an invoice was paid, whatever its state.
public enum InvoicePayment: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing was seen.
  case none
  /// Less than the amount asked for.
  case partial
  /// Exactly the amount asked for; for a top-up without amount, anything.
  case paid
  /// More than the amount asked for.
  case over
  /// The amount was reached only after the invoice had expired or was cancelled.
  case late
}

/// How sure one incoming transfer is.
public enum TransferState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Seen, not in a block yet.
  case unconfirmed
  /// In a block, with fewer confirmations than wanted.
  case confirming
  /// Confirmed as often as wanted.
  case confirmed
  /// Whether the transfer was taken back: double spent, replaced, or lost in a reorganisation.
  case removed
}
