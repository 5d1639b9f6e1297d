import Cryptography
import Documents
import JSON
import PaymentsAPI
import Testing

@Suite("Documents to fill in") struct DraftTests {
  private let schemas: PaymentsSchemas

  init() throws { schemas = try PaymentsSchemas() }

  private func draft(_ request: String, _ given: [String: String]) throws -> DocumentDraft {
    try DocumentDraft(of: request, given: given, schemas: schemas)
  }

  /// A filled-in draft is a valid document. A draft lists the fields that are missing.
  @Test(arguments: DocumentTree.requests)
  func everyRequestHasOne(request: String) throws {
    let draft = try draft(request, [:])
    let text = String(decoding: draft.text, as: UTF8.self)
    #expect(text.hasPrefix("spec: \(request)\nversion: 2\n"))
    for field in draft.missing { #expect(text.contains("\n\(field): # "), "\(field)") }
    #expect(!text.contains("request_id"))
  }

  @Test func whatIsGivenIsWrittenAsItsKind() throws {
    let given = [
      "currency": "LTC", "amount": "0.50", "description": "no: \"1\"\n#", "confirmations": "3",
      "request_id": "018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b",
    ]
    let draft = try draft("invoice_request", given)
    #expect(draft.missing.isEmpty)
    let name = try #require(DocumentName(file: "a.yml"))
    let key = try Vectors().app.verifyingKey
    let document = try DocumentReader(schemas: schemas).read(draft.text, named: name, app: key)
    #expect(
      document.params == [
        "request_id": "018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b", "currency": "LTC", "amount": "0.50",
        "description": "no: \"1\"\n#", "confirmations": 3,
      ])
  }

  @Test(arguments: [
    ("amount", "0,05", "such as 0.5"), ("amount", "0", "above zero"), ("amount", "", "such as 0.5"),
    ("max_fee", "1e-3", "such as 0.5"), ("currency", "ltc", "capital letters"), ("address", "", "not be empty"),
    ("expires_at", "tomorrow", "a moment in UTC"), ("request_id", "7", "a UUID"),
  ])
  func aValueThatTheProviderWouldRefuseIsRefusedBefore(_ field: String, _ value: String, _ words: String) throws {
    let failure = try #require(throws: DocumentRefusal.self) { _ = try draft("payment_order", [field: value]) }
    #expect(failure.reason == "invalid_params" && failure.pointer == "/" + field)
    #expect(failure.sentence.contains(field) && failure.sentence.contains(words), "\(failure.sentence)")
    // The same in a document that was written by hand is found at its line.
    var fields = ["currency": "LTC", "address": "mockltc1x", "amount": "0.5"]
    fields[field] = "\"\(value)\""
    let lines =
      ["spec: payment_order", "version: 2"] + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let line = try #require(lines.firstIndex { $0.hasPrefix(field) }) + 1
    let name = try #require(DocumentName(file: "a.yml"))
    let key = try Vectors().app.verifyingKey
    let refusal = try #require(throws: DocumentRefusal.self) {
      try DocumentReader(schemas: schemas).read(
        Array((lines.joined(separator: "\n") + "\n").utf8), named: name, app: key
      )
      .checkFields()
    }
    #expect(refusal.line == line && refusal.sentence.contains("Line \(line), column 1: \(field) "), "\(refusal)")
  }

  @Test func whatNoRequestHas() throws {
    #expect(try #require(throws: DocumentRefusal.self) { _ = try draft("get_balance", [:]) }.reason == "wrong_request")
    let failure = try #require(throws: DocumentRefusal.self) { _ = try draft("payment_order", ["speed": "fast"]) }
    #expect(failure.pointer == "/speed" && failure.reason == "invalid_params")
  }
}
