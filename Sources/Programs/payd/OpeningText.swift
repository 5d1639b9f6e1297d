import OwnerAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// What an app wanted the owner to see, in the owner's words.
struct OpeningText {
  let view: OpeningView
  let now: Timestamp
  let style: TextStyle

  /// All of it.
  func lines(for terminal: Terminal) -> [String] {
    var head = [localized("\(app) sent you here (key \(view.app.fingerprint)).")]
    if let callback = view.callback {
      head.append(localized("Its links begin with \(ApprovalText.safe(callback)): (claimed)."))
    }
    head.append("")
    switch view.kind {
    case .paymentOrder: return head + order(terminal) + [""]
    case .invoice: return head + (view.invoice.map { invoice($0, terminal) } ?? []) + [""]
    case .payments: return head + payments(terminal) + [""]
    }
  }

  /// The app, by the owner's name for it where there is one.
  private var app: String {
    if let name = view.app.ownerName { return ApprovalText.safe(name) }
    let claimed = SafeText(view.app.claimedName, limit: 40).text
    return claimed.isEmpty ? localized("An app without a name") : localized("An app that calls itself \(claimed)")
  }

  private func order(_ terminal: Terminal) -> [String] {
    if let question = view.question {
      return QuestionText(view: question, now: now, style: style).lines(
        width: terminal.width(), isTTY: terminal.isTTY(.output), answers: !terminal.readsFromTTY)
    }
    guard let order = view.paymentOrder else { return [] }
    let currency = ApprovalText.safe(order.currency)
    var list = KeyValueList()
    list.append("payment", order.orderID.rawValue)
    list.append("state", order.state.text + (order.reason.map { " (\(ReasonText.words($0)))" } ?? ""))
    list.append("amount", "\(order.amount.text) \(currency)")
    list.append("fee", order.fee.map { "\($0.text) \(currency)" })
    list.append("total", order.total.map { "\($0.text) \(currency)" })
    list.append("to", order.address)
    list.append("for (claimed)", order.description)
    list.append("transaction", order.transactionID)
    list.append("made", QuestionText.text(order.createdAt))
    return list.lines(for: terminal, margin: 2)
  }

  private func invoice(_ invoice: Invoice, _ terminal: Terminal) -> [String] {
    let currency = ApprovalText.safe(invoice.currency)
    var list = KeyValueList()
    list.append("invoice", invoice.invoiceID.rawValue)
    list.append("state", invoice.state.text)
    list.append("amount", invoice.amount.map { "\($0.text) \(currency)" } ?? localized("the payer decides"))
    list.append("paid", "\(invoice.payment.text), \(invoice.paidAmount.text) \(currency)")
    list.append("address", invoice.address)
    list.append("for (claimed)", invoice.description)
    list.append("made", QuestionText.text(invoice.createdAt))
    list.append("until", QuestionText.text(invoice.expiresAt))
    return list.lines(for: terminal, margin: 2)
  }

  private func payments(_ terminal: Terminal) -> [String] {
    let orders = (view.paymentOrders ?? []).map { order in
      Row(
        made: order.createdAt, way: "out", amount: order.amount.text, currency: order.currency,
        state: order.state.text, memo: order.description, id: order.orderID.rawValue)
    }
    let invoices = (view.invoices ?? []).map { invoice in
      Row(
        made: invoice.createdAt, way: "in", amount: invoice.amount?.text ?? localized("any"),
        currency: invoice.currency,
        state: invoice.state.text, memo: invoice.description, id: invoice.invoiceID.rawValue)
    }
    let all = (orders + invoices).sorted { $0.made > $1.made }
    guard !all.isEmpty else { return [localized("It has no payments yet.")] }
    let rows = all.map { row in
      [
        row.made.text, row.way, row.amount, row.currency, row.state, row.memo ?? "", row.id,
      ]
    }
    let columns: [Table.Column] = [
      .moment("MADE", .useful), .init("WAY", reading: .words { localized(text: $0) }), .init("AMOUNT", .right),
      .init("CUR"), .init("STATE", overflow: .wrap),
      .init("FOR (CLAIMED)", overflow: .truncate, importance: .extra), .identifier("ID"),
    ]
    return Table(columns, rows: rows).lines(for: terminal)
  }

  /// A payment in either direction.
  private struct Row {
    let made: Timestamp
    let way: String
    let amount: String
    let currency: String
    let state: String
    let memo: String?
    let id: String
  }
}
