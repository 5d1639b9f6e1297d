public import PaymentsModel

/// What became of an invoice so far: all of it that changes.
public struct InvoiceProgress: Sendable, Hashable {
  /// Every transfer that arrived, oldest first, also those taken back.
  public var transfers: [InvoiceTransfer]
  /// How far it is.
  public var state: InvoiceState
  /// How much of it was paid.
  public var payment: InvoicePayment
  /// Starts at 1 and grows by one with each visible change.
  public var version: Int64
  /// When it last changed.
  public var updatedAt: Timestamp

  /// A standing, as the ledger stored it.
  public init(
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
  public var description: String { "\(state.rawValue)/\(payment.rawValue) version \(version)" }
  /// The same as the description.
  public var debugDescription: String { description }
}
