package import PaymentsModel

/// What the transfers of an invoice come to. Everything that an invoice decides by is in these sums, so that one more
/// transfer costs the same however many came before it: anybody who knows the address can send as many as they like.
package struct InvoiceTotals: Sendable, Hashable {
  /// The number of transfers, including those that were taken back.
  package var count: Int
  /// The sum of all transfers that were seen and not taken back.
  package var paid: Amount
  /// The part of ``paid`` that was first seen before the payer's deadline.
  package var paidInTime: Amount
  /// The sum of all transfers with the wanted number of confirmations.
  package var confirmed: Amount

  /// Nothing has arrived.
  package static let zero = InvoiceTotals(count: 0, paid: .zero, paidInTime: .zero, confirmed: .zero)

  /// Creates totals from their stored parts.
  package init(count: Int, paid: Amount, paidInTime: Amount, confirmed: Amount) {
    self.count = count
    self.paid = paid
    self.paidInTime = paidInTime
    self.confirmed = confirmed
  }

  mutating func apply(_ change: TransferChange, deadline: Timestamp) {
    if let before = change.before {
      adjust(by: before, deadline: deadline) { $0.subtractingSaturated($1) }
    } else {
      count += 1
    }
    adjust(by: change.now, deadline: deadline) { $0.addingSaturated($1) }
  }

  private mutating func adjust(
    by transfer: InvoiceTransfer, deadline: Timestamp, _ combine: (Amount, Amount) -> Amount
  ) {
    guard transfer.state != .removed else { return }
    paid = combine(paid, transfer.amount)
    if transfer.firstSeenAt < deadline { paidInTime = combine(paidInTime, transfer.amount) }
    if transfer.state == .confirmed { confirmed = combine(confirmed, transfer.amount) }
  }
}
