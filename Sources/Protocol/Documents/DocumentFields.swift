import Catalogue
import DisplayText
import JSON
import PaymentsAPI
import PaymentsModel

/// What the schemas cannot say of the fields of documents, so that the app's user is told before the document is
/// submitted and not by its answer.
enum DocumentFields {
  /// Returns what a value must be if it is not; `nil` if the field takes it, or if only the provider can tell.
  static func fault(of name: String, _ value: String) -> String? {
    switch name {
    case "amount":
      guard let amount = try? DecimalAmount(value) else { return form(of: name) }
      return amount.coefficient == 0 ? "must be above zero" : nil
    case "max_fee": return (try? DecimalAmount(value)) == nil ? form(of: name) : nil
    case "currency": return Currency.isCode(value) ? nil : form(of: name)
    case "address": return value.utf8.allSatisfy { $0 == 0x20 } ? "must not be empty" : nil
    case "expires_at": return Timestamp(value) == nil ? form(of: name) : nil
    case "from", "to": return StatementBound(value) == nil ? form(of: name) : nil
    case "request_id": return PaymentRequestID(value) == nil ? form(of: name) : nil
    default: return nil
    }
  }

  /// Returns what a field of a name must be.
  static func form(of name: String) -> String {
    switch name {
    case "amount", "max_fee": "must be an amount: digits and at most one point, such as 0.5"
    case "currency": "must be a currency code in capital letters, such as LTC"
    case "address": "must be an address"
    case "expires_at": "must be a moment in UTC, such as 2026-03-20T11:00:00Z"
    case "from", "to": "must be a day such as 2026-03-01, or a moment in UTC such as 2026-03-20T11:00:00Z"
    case "request_id": "must be a UUID"
    default: "has no value of the right form"
    }
  }
}

extension SubmittedRequest {
  /// Checks the fields of which the schema only knows that they are texts.
  ///
  /// - Throws: ``DocumentRefusal`` with the position of the first field that the provider would refuse.
  public func checkFields() throws(DocumentRefusal) {
    for member in params.objectValue?.members ?? [] {
      guard let text = member.value.stringValue, let fault = DocumentFields.fault(of: member.name, text) else {
        continue
      }
      throw located(PaymentsFailure(.invalidParams, pointer: "/" + member.name, rule: fault))
    }
  }
}

extension DocumentRefusal {
  /// What is wrong with the document, and where, in one sentence for people.
  public var sentence: String {
    let fault = fault
    let what = fault.map { $0 + "." } ?? localized(text: message)
    switch (line, column) {
    case (let line?, let column?): return localized("Line \(line), column \(column): \(what)")
    case (let line?, nil): return localized("Line \(line): \(what)")
    case (nil, _): return fault == nil ? what : localized("The document is wrong: \(what)")
    }
  }

  /// Which field breaks which rule; `nil` if no single field does.
  private var fault: String? {
    guard reason == FailureReason.invalidParams.rawValue, let rule else { return nil }
    let names = (pointer ?? "").utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    let path = rule.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    // A required field that is missing is a fault of the whole, and its name is the end of the rule.
    if names.isEmpty, path.count == 2, path.first == "properties" { return localized("\(path[1]) is missing") }
    guard let name = names.last else { return nil }
    if path.isEmpty || rule == "unknown member" { return localized("\(name) is no field of this request") }
    // A rule that begins with a slash is a place in the schema, which says nothing to people.
    return "\(name) \(localized(text: rule.utf8.first == UInt8(ascii: "/") ? DocumentFields.form(of: name) : rule))"
  }
}
