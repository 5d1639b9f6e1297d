import JSON
import PaymentsModel
import TerminalUI

/// What an app wanted the owner to see, in the owner's words.
struct OpeningText {
  let view: JSONValue
  let now: Timestamp
  let style: TextStyle

  /// All of it.
  func lines(for terminal: Terminal) -> [String] {
    var head = ["\(app) sent you here (key \(ApprovalText.safe(view["fingerprint"])))."]
    if let callback = view["callback"] {
      head.append("Its links begin with \(ApprovalText.safe(callback)): (claimed).")
    }
    head.append("")
    switch view["kind"]?.stringValue {
    case "payment_order": return head + order(terminal) + [""]
    case "invoice": return head + invoice(view["invoice"] ?? .null, terminal) + [""]
    case "payments": return head + payments(terminal) + [""]
    default: return head
    }
  }

  /// The app, by the owner's name for it where there is one.
  private var app: String {
    if let name = view["owner_name"] { return ApprovalText.safe(name) }
    let claimed = SafeText(view["name"]?.stringValue ?? "", limit: 40).text
    return claimed.isEmpty ? "An app without a name" : "An app that calls itself \(claimed)"
  }

  private func order(_ terminal: Terminal) -> [String] {
    if let approval = view["approval"] {
      return QuestionText(view: approval, now: now, style: style).lines(
        width: terminal.width(), isTTY: terminal.isTTY(.output), answers: !terminal.readsFromTTY)
    }
    let order = view["payment_order"] ?? .null
    var list = KeyValueList()
    list.append("payment", text(order, "order_id"))
    list.append("state", words(order, "state", reason: "reason"))
    if let before: Int = view["before"]?.integerValue() {
      list.append("waits behind", "\(before) more of this app's: payd approvals")
    }
    let currency = text(order, "currency") ?? ""
    for name in ["amount", "fee", "total"] { list.append(name, text(order, name).map { "\($0) \(currency)" }) }
    list.append("to", text(order, "address"))
    list.append("for (claimed)", text(order, "description"))
    list.append("transaction", text(order, "transaction_id"))
    list.append("made", moment(order, "created_at"))
    return list.lines(for: terminal, margin: 2)
  }

  private func invoice(_ invoice: JSONValue, _ terminal: Terminal) -> [String] {
    let currency = text(invoice, "currency") ?? ""
    var list = KeyValueList()
    list.append("invoice", text(invoice, "invoice_id"))
    list.append("state", words(invoice, "state"))
    list.append("amount", text(invoice, "amount").map { "\($0) \(currency)" } ?? "the payer decides")
    list.append("paid", "\(words(invoice, "payment") ?? ""), \(text(invoice, "paid_amount") ?? "0") \(currency)")
    list.append("address", text(invoice, "address"))
    list.append("for (claimed)", text(invoice, "description"))
    list.append("made", moment(invoice, "created_at"))
    list.append("until", moment(invoice, "expires_at"))
    return list.lines(for: terminal, margin: 2)
  }

  private func payments(_ terminal: Terminal) -> [String] {
    let orders = (view["payment_orders"]?.arrayValue ?? []).map { ($0, "out", "order_id") }
    let invoices = (view["invoices"]?.arrayValue ?? []).map { ($0, "in", "invoice_id") }
    let all = (orders + invoices).sorted {
      ($0.0["created_at"]?.stringValue ?? "") > ($1.0["created_at"]?.stringValue ?? "")
    }
    guard !all.isEmpty else { return ["It has no payments yet."] }
    let rows = all.map { payment, way, id in
      [
        moment(payment, "created_at") ?? "", way, text(payment, "amount") ?? "any", text(payment, "currency") ?? "",
        words(payment, "state") ?? "", text(payment, "description") ?? "", text(payment, id) ?? "",
      ]
    }
    let columns: [Table.Column] = [
      .init("MADE"), .init("WAY"), .init("AMOUNT", .right), .init("CUR"), .init("STATE"),
      .init("FOR (CLAIMED)", overflow: .truncate), .init("ID", overflow: .truncate),
    ]
    return Table(columns, rows: rows).lines(for: terminal)
  }

  private func text(_ object: JSONValue, _ name: String) -> String? { object[name].map { ApprovalText.safe($0) } }

  private func moment(_ object: JSONValue, _ name: String) -> String? {
    text(object, name).map { String(LocalTime.text($0).prefix(16)) }
  }

  private func words(_ object: JSONValue, _ name: String, reason: String? = nil) -> String? {
    guard let word = text(object, name) else { return nil }
    let why = reason.flatMap { text(object, $0) }
    return (word + (why.map { " (\($0))" } ?? "")).replacing("_", with: " ")
  }
}
