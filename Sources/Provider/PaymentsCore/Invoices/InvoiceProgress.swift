package import PaymentsModel

/// What became of an invoice so far: all of it that changes.
package struct InvoiceProgress: Sendable, Hashable {
  /// Every transfer that arrived, oldest first, also those taken back.
  package var transfers: [InvoiceTransfer]
  /// How far it is.
  package var state: InvoiceState
  /// How much of it was paid.
  package var payment: InvoicePayment
  /// Starts at 1 and grows by one with each visible change.
  package var version: Int64
  /// When it last changed.
  package var updatedAt: Timestamp

  /// A standing, as the ledger stored it.
  package init(
    transfers: [InvoiceTransfer], state: InvoiceState, payment: InvoicePayment, version: Int64, updatedAt: Timestamp
  ) {
    self.transfers = transfers
    self.state = state
    self.payment = payment
    self.version = version
    self.updatedAt = updatedAt
  }
}

extension InvoiceProgress: CustomStringConvertible, CustomDebugStringConvertible {
  /// State and version; transfers do not appear in logs.
  package var description: String { "\(state.rawValue)/\(payment.rawValue) version \(version)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
