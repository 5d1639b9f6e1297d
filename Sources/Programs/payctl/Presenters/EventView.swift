import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats events for people, one per line.
enum EventView {
  /// Formats an event, for example `2026-03-20 12:01:25 CET  invoice inv_…  settled, paid, 0.5 LTC seen, …`.
  static func line(_ event: Event) -> String {
    SafeText("\(event.cursor)  \(MomentText.full(event.at))  \(summary(event))").text
  }

  /// Formats the change without its time.
  static func summary(_ event: Event) -> String {
    if let invoice = event.invoice {
      let confirmations = invoice.transfers.isEmpty ? "" : ", confirmations \(InvoiceView.confirmations(invoice))"
      return
        "invoice \(invoice.invoiceID.rawValue)  \(invoice.state.text), \(InvoiceView.payment(invoice))\(confirmations)"
    }
    if let order = event.paymentOrder {
      let confirmations = order.transactionID == nil ? "" : ", confirmations \(OrderView.confirmations(order))"
      return "order \(order.orderID.rawValue)  \(order.amountText) \(OrderView.state(order))"
        + confirmations
    }
    if let budget = event.budget { return "budget \(BudgetText.summary(budget))" }
    if let statement = event.statement {
      let rows = CountText.text(statement.rows, "payment")
      return "statement \(statement.statementID)  \(statement.state.rawValue), \(statement.rowsDone) of \(rows)"
    }
    return [event.type.rawValue, event.objectID].compactMap(\.self).joined(separator: "  ")
  }
}
