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
    Table.Column("REFUND", overflow: .wrap, importance: .useful),
  ]

  static func table(_ purchases: [(Customer, Purchase)], now: Timestamp) -> Table {
    Table(columns, rows: purchases.map { row($0.0, $0.1, now) })
  }

  private static func row(_ customer: Customer, _ purchase: Purchase, _ now: Timestamp) -> [String] {
    let refund = purchase.refunded.last.map { refund in
      let state = refund.refusal?.rawValue ?? refund.order?.state.rawValue ?? "waiting"
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
