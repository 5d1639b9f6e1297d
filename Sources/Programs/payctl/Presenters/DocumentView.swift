import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats documents for people.
struct DocumentView {
  let context: CommandContext

  /// Formats a document and its state.
  func lines(_ status: DocumentStatus) -> [String] {
    var list = KeyValueList()
    list.append("Document", status.name.file)
    list.append("Asks for", status.request)
    list.append("Archived", status.archived)
    list.append(
      "State", status.answer.map { SpecificationWord.text($0.state.rawValue) } ?? localized("not answered yet"))
    list.append("Answered", status.answeredAt.map(MomentText.full))
    list.append("Request", status.answer?.requestID?.text)
    if let failure = status.answer?.failure {
      list.append("Why", failure.sentence)
    }
    var lines = list.lines(for: context.terminal)
    if let order = status.answer?.paymentOrder { lines += [""] + OrderView(context: context).lines(order) }
    if let invoice = status.answer?.invoice { lines += [""] + InvoiceView(context: context).lines(invoice) }
    return lines
  }

  /// Formats several documents, one per line.
  func table(_ all: [DocumentStatus]) -> [String] {
    var table = Table([
      .init("DOCUMENT"), .word("STATE"), .init("RESULT", overflow: .truncate, importance: .extra),
      .init("ARCHIVED", importance: .extra),
    ])
    for status in all {
      table.append([
        status.name.file, status.answer?.state.rawValue ?? Self.unanswered, Self.result(status),
        status.archived ?? "",
      ])
    }
    return table.lines(for: context.terminal)
  }

  private static let unanswered = "not answered yet"

  private static func result(_ status: DocumentStatus) -> String {
    guard let answer = status.answer else { return "" }
    if let failure = answer.failure { return failure.sentence }
    if let order = answer.paymentOrder { return "\(order.orderID.rawValue) \(OrderView.state(order))" }
    if let invoice = answer.invoice {
      return "\(invoice.invoiceID.rawValue) \(SpecificationWord.text(invoice.state.rawValue))"
    }
    return ""
  }
}

extension DocumentStatus {
  /// The document as JSON, for programs.
  var json: JSONValue {
    var object: JSONObject = ["request": .string(request), "name": .string(name.file)]
    object["archived"] = archived.map(JSONValue.string)
    object["answered_at"] = answeredAt.map { .string($0.text) }
    object["answer"] = answer.flatMap { try? JSONBytesEncoder().encodeValue($0) }
    return .object(object)
  }
}

extension DocumentAnswer {
  /// The order, if this is the answer to a payment order.
  var paymentOrder: PaymentOrder? { object("payment_order") }
  /// The invoice, if this is the answer to a request for one.
  var invoice: Invoice? { object("invoice") }

  private func object<Value: Decodable>(_ name: String) -> Value? {
    result?[name].flatMap { try? JSONValueDecoder().decode(Value.self, from: $0) }
  }
}
