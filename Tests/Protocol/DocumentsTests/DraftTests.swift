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
      "currency": "LTC", "amount": "0.50", "description": "no: \"1\"\n#", "confirmations": "3", "expires_at": "x",
      "request_id": "018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b",
    ]
    let draft = try draft("invoice_request", given)
    #expect(draft.missing.isEmpty)
    let name = try #require(DocumentName(file: "a.yml"))
    let key = try Vectors().app.verifyingKey
    // An invalid time is refused at its position, and there is no other error.
    let failure = try #require(throws: DocumentRefusal.self) {
      _ = try DocumentReader(schemas: schemas).read(draft.text, named: name, app: key)
    }
    #expect(failure.pointer == "/expires_at")
    let rest = try self.draft("invoice_request", given.filter { $0.key != "expires_at" })
    let document = try DocumentReader(schemas: schemas).read(rest.text, named: name, app: key)
    #expect(
      document.params == [
        "request_id": "018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b", "currency": "LTC", "amount": "0.50",
        "description": "no: \"1\"\n#", "confirmations": 3,
      ])
  }

  @Test func whatNoRequestHas() throws {
    #expect(try #require(throws: DocumentRefusal.self) { _ = try draft("get_balance", [:]) }.reason == "wrong_request")
    let failure = try #require(throws: DocumentRefusal.self) { _ = try draft("payment_order", ["speed": "fast"]) }
    #expect(failure.pointer == "/speed" && failure.reason == "invalid_params")
  }
}
