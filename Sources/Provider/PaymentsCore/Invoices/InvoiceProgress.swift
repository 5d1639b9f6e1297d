package import PaymentsModel

/// The changing part of an invoice.
package struct InvoiceProgress: Sendable, Hashable {
  /// What arrived, in all.
  package var totals: InvoiceTotals
  /// The state of the invoice.
  package var state: InvoiceState
  /// Whether the invoice is paid, and how.
  package var payment: InvoicePayment
  /// The version, which starts at 1 and grows by one with each visible change.
  package var version: Int64
  /// When the invoice last changed.
  package var updatedAt: Timestamp

  /// Creates a progress from its stored parts.
  package init(
    totals: InvoiceTotals, state: InvoiceState, payment: InvoicePayment, version: Int64, updatedAt: Timestamp
  ) {
    self.totals = totals
    self.state = state
    self.payment = payment
    self.version = version
    self.updatedAt = updatedAt
  }
}

extension InvoiceProgress: CustomStringConvertible, CustomDebugStringConvertible {
  /// State and version. Amounts do not appear in logs.
  package var description: String { "\(state.rawValue)/\(payment.rawValue) version \(version)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
