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
      let (id, payment) = (invoice.invoiceID.rawValue, InvoiceView.payment(invoice))
      guard !invoice.transfers.isEmpty else { return localized("invoice \(id)  \(invoice.state.text), \(payment)") }
      return localized(
        "invoice \(id)  \(invoice.state.text), \(payment), confirmations \(InvoiceView.confirmations(invoice))")
    }
    if let order = event.paymentOrder {
      let (id, state) = (order.orderID.rawValue, OrderView.state(order))
      guard order.transactionID != nil else { return localized("order \(id)  \(order.amountText) \(state)") }
      return localized(
        "order \(id)  \(order.amountText) \(state), confirmations \(OrderView.confirmations(order))")
    }
    if let budget = event.budget { return localized("budget \(BudgetText.summary(budget))") }
    if let statement = event.statement {
      let (rows, state) = (CountedText.payments(statement.rows), SpecificationWord.text(statement.state.rawValue))
      return localized("statement \(statement.statementID)  \(state), \(statement.rowsDone) of \(rows)")
    }
    return [event.type.rawValue, event.objectID].compactMap(\.self).joined(separator: "  ")
  }
}
