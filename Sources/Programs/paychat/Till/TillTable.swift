import PaymentsAPI
import PaymentsModel
import TerminalUI
import Till

/// The purchases of a till as the owner reads them.
enum TillTable {
  private static let columns: [Table.Column] = [
    Table.Column("CUSTOMER", overflow: .truncate), Table.Column("NO", .right), .moment("ORDERED", .useful),
    Table.Column("WHAT", overflow: .wrap, importance: .useful), Table.Column("PRICE", .right),
    Table.Column("ARRIVED", .right), Table.Column("STATE", overflow: .wrap),
  ]
  /// Only where there is a refund, and then also in a narrow window: one may wait for the owner.
  private static let refunds = Table.Column("REFUND", overflow: .wrap)

  static func table(_ purchases: [(Customer, Purchase)], now: Timestamp) -> Table {
    let rows = purchases.map { row($0.0, $0.1, now: now) }
    guard purchases.allSatisfy({ $0.1.refunded.isEmpty }) else { return Table(columns + [refunds], rows: rows) }
    return Table(columns, rows: rows.map { Array($0.dropLast()) })
  }

  private static func row(_ customer: Customer, _ purchase: Purchase, now: Timestamp) -> [String] {
    let refund = purchase.refunded.last.map { refund in
      let state =
        refund.refusal.map { localized("refused: \($0.rawValue)") } ?? refund.order?.state.text ?? localized("waiting")
      return "\(refund.amount.text(in: purchase.currency)) \(state)"
    }
    return [
      SafeText(customer.name, limit: 24).text, String(purchase.number), purchase.madeAt.text,
      purchase.lines.map { "\($0.quantity) × \($0.name)" }.joined(separator: ", "),
      purchase.due.text(in: purchase.currency),
      purchase.invoice.map { $0.paidAmount.text(in: purchase.currency) } ?? "",
      purchase.stateText(now: now), refund ?? "",
    ]
  }
}
