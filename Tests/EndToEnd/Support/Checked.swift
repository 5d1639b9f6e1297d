import Documents
import JSON
import PaymentsAPI
import TestSupport
import Testing
import TypeDefinition

/// Checks the output of `payctl` against the schemas of the specification.
enum Checked {
  private static let schemas = Result { try PaymentsSchemas() }
  private static let exactEvent = Result {
    try schemas.get().service.exact(schemas.get().service.notifications[PaymentsNotification.event] ?? .null)
  }

  /// Returns the method whose result a command prints.
  static func method(of command: [String]) -> String? {
    switch command.first {
    case "connect", "session": "get_session"
    case "disconnect": "disconnect_app"
    case "services": "list_services"
    case "service": "get_service_definition"
    case "currencies": "list_currencies"
    case "range": "get_amount_range_for_currency"
    case "balance": "get_balance"
    case "addresses": "addresses_for_currency"
    case "new-address": "new_address_for_currency"
    case "invoice": command.contains("--wait") ? "get_invoice_request_status" : "invoice_request"
    case "invoice-status": "get_invoice_request_status"
    case "invoices": "list_invoice_requests"
    case "transfers": "list_invoice_transfers"
    case "cancel-invoice": "cancel_invoice_request"
    case "view": command.contains("--print") ? "open_request" : "get_open_request_status"
    case "pay": command.contains("--wait") ? "get_payment_order_status" : "payment_order"
    case "order-status": "get_payment_order_status"
    case "orders": "list_payment_orders"
    case "cancel-order": "cancel_payment_order"
    case "prove": "proof_request"
    case "verify-proof": "verify_proof"
    case "statement": "get_statement_part"
    case "call": command.dropFirst().first
    default: nil
    }
  }

  /// Checks a result against the schema of its method.
  static func result(_ value: JSONValue, of command: [String], _ location: SourceLocation) throws {
    let name = try #require(method(of: command), "no method behind \(command)", sourceLocation: location)
    let schema = try schemas.get().service.exactResult(of: name)
    let errors = schema.validate(value)
    #expect(errors.isEmpty, "\(name): \(errors) in \(value.text())", sourceLocation: location)
  }

  /// Checks the answer to a document against its schema, and its result against the schema of the method.
  static func document(_ answer: DocumentAnswer) throws {
    let errors = try schemas.get().service.exact(schemas.get().documentAnswer.json).validate(
      JSONBytesEncoder().encodeValue(answer))
    #expect(errors.isEmpty, "\(errors) in \(String(decoding: answer.text, as: UTF8.self))")
    let method = String(answer.spec.dropLast(DocumentAnswer.suffix.count))
    guard var result = answer.result?.objectValue, let schema = try? schemas.get().service.exactResult(of: method)
    else {
      return
    }
    // A document does not tell whether it is a repetition.
    if schema.json["properties"]?["replayed"] != nil { result["replayed"] = false }
    #expect(schema.validate(.object(result)).isEmpty, "\(answer.spec)")
  }

  /// Checks an event against its schema.
  static func event(_ value: JSONValue, _ location: SourceLocation) throws {
    let errors = try exactEvent.get().validate(value)
    #expect(errors.isEmpty, "event: \(errors) in \(value.text())", sourceLocation: location)
  }
}

extension Client {
  /// Runs a command that must succeed; returns its result after checking it against the schema.
  @discardableResult
  func ask(_ command: String..., location: SourceLocation = #_sourceLocation) async throws -> JSONValue {
    let answer = try await run(command).succeeded().json
    try Checked.result(answer, of: command, location)
    return answer
  }

  /// Runs a command that must fail in this way. The error object must give the reason, and advice for people.
  @discardableResult
  func refused(
    _ command: String..., reason: String, status: Int32, location: SourceLocation = #_sourceLocation
  ) async throws -> JSONValue {
    let run = try await run(command)
    let error = run.json["error"] ?? .null
    #expect(run.status == status, "\(run)", sourceLocation: location)
    #expect(error["reason"]?.stringValue == reason, "\(run)", sourceLocation: location)
    #expect(error["message"]?.stringValue?.isEmpty == false, "\(run)", sourceLocation: location)
    #expect(error["code"]?.integerValue(as: Int.self) != nil, "\(run)", sourceLocation: location)
    return error
  }

  /// Returns this number of events after a cursor.
  func events(
    from cursor: String = "0", count: Int, location: SourceLocation = #_sourceLocation
  ) async throws -> [JSONValue] {
    let events = try await run("events", "--from", cursor, "--count", "\(count)").succeeded().documents
    for event in events { try Checked.event(event, location) }
    return events
  }

  /// Waits until an invoice meets a condition.
  func invoice(_ id: String, _ what: String, _ isSo: (JSONValue) -> Bool) async throws -> JSONValue {
    try await object("invoice", what, within: .seconds(20), { try await ask("invoice-status", id) }, isSo)
  }

  /// Waits until an order is in a state.
  @discardableResult
  func order(_ id: String, is state: String, within limit: Duration = .seconds(20)) async throws -> JSONValue {
    try await object("payment_order", state, within: limit, { try await ask("order-status", id) }) {
      $0.text("state") == state
    }
  }

  private func object(
    _ member: String, _ what: String, within limit: Duration, _ ask: () async throws -> JSONValue,
    _ isSo: (JSONValue) -> Bool
  ) async throws -> JSONValue {
    var last = JSONValue.null
    do {
      return try await eventually(what, within: limit) {
        last = try await ask()[member] ?? .null
        return isSo(last) ? last : nil
      }
    } catch is DeadlineError {
      throw DeadlineError(what: "\(what); it is \(last.text())")
    }
  }
}

extension JSONValue {
  /// Returns the text of a member; empty if there is none.
  func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
}
