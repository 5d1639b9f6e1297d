import Catalogue
import JSON
import PaymentsAPI
import PaymentsModel
import StrictYAML
import Testing

@Suite struct ParsedDocumentTests {
  private let reader: RequestDocumentReader

  init() throws { reader = try RequestDocumentReader(schemas: Shared.schemas.get()) }

  private static let id = "018F2D4E-7A10-7CC3-9D6E-8A4F1F2F3A4B"

  @Test func anAmountKeepsItsDigitsAndAnIdentifierIsTaken() throws {
    let text = """
      spec: payment_order
      version: 1
      request_id: \(Self.id)
      currency: LTC
      address: 12345678901234567890
      amount: 0.10
      max_fee: '0.001'
      description: 42

      """
    let request = try reader.read(Array(text.utf8))
    #expect(request.requestID?.text == Self.id.lowercased())
    #expect(
      .object(request.params) == [
        "request_id": .string(Self.id), "currency": "LTC", "address": "12345678901234567890", "amount": "0.10",
        "max_fee": "0.001", "description": "42",
      ])
    let failure = request.failure(at: JSONPointer(["max_fee"]), rule: "too low")
    #expect(failure.position == YAMLPosition(line: 7, column: 1))
  }

  @Test(arguments: [
    ("spec: payment_order\nversion: 1\n", 1, 1, "", "/properties/currency"),
    ("version: 1\ncurrency: LTC\n", 1, 1, "/spec", "one of invoice_request, payment_order, proof_request"),
    ("spec: get_balance\nversion: 1\ncurrency: LTC\n", 1, 1, "/spec", "one of invoice_request"),
    ("spec: invoice_request\ncurrency: LTC\n", 1, 1, "", "/properties/version"),
    ("spec: invoice_request\nversion: 3\ncurrency: LTC\n", 2, 1, "/version", "one of 1-2"),
    ("spec: invoice_request\nversion: 1-2\ncurrency: LTC\n", 2, 1, "/version", "/properties/version/type"),
    ("spec: invoice_request\nversion: 1\ncurrency: LTC\ntip: 1\n", 4, 1, "/tip", "unknown member"),
    ("spec: invoice_request\nversion: 1\ncurrency: LTC\namount: [1]\n", 4, 1, "/amount", "/definitions/amount/type"),
    ("spec: invoice_request\nversion: 1\ncurrency: LTC\nrequest_id: 7\n", 4, 1, "/request_id", "a UUID"),
    ("spec: invoice_request\nversion: 1\ncurrency: true\n", 3, 1, "/currency", "/properties/currency/type"),
    ("spec: invoice_request\nversion: 1\ncurrency: LTC\namount: null\n", 4, 1, "/amount", "/definitions/amount/type"),
  ])
  func whatIsWrongIsToldWithItsPlace(text: String, line: Int, column: Int, pointer: String, rule: String) throws {
    let failure = try #require(throws: DocumentFailure.self) { try reader.read(Array(text.utf8)) }
    #expect(failure.position == YAMLPosition(line: line, column: column), "\(failure)")
    #expect(failure.pointer?.description == pointer, "\(failure)")
    #expect(failure.rule.contains(rule), "\(failure)")
  }

  @Test func whatIsNoYAMLHasNoPointer() throws {
    let failure = try #require(throws: DocumentFailure.self) { try reader.read(Array("spec: [\n".utf8)) }
    #expect(failure.pointer == nil && failure.position == YAMLPosition(line: 2, column: 1))
    #expect(throws: DocumentFailure.self) { try reader.read(Array("countries: [!CHN]\n".utf8)) }
  }
}
