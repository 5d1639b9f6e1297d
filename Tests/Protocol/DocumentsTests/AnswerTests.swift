import Documents
import JSON
import PaymentsAPI
import PaymentsModel
import StrictYAML
import Testing

@Suite("Answers to documents") struct AnswerTests {
  private func name() throws -> DocumentName { try #require(DocumentName(file: "20240320110125_payment_order.yml")) }

  @Test func whatIsWrittenIsReadBack() throws {
    let result: JSONValue = [
      "payment_order": [
        "order_id": "ord_a", "version": 3, "amount": "0.5", "description": "line\nbreak: \"#\" é", "state": "in_flight",
      ]
    ]
    let accepted = DocumentAnswer(
      to: try name(), [1, 2, 3], of: "payment_order", .accepted,
      requestID: PaymentRequestID("018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b"), result: result)
    #expect(DocumentAnswer(parsing: accepted.text) == accepted)
    let failure = DocumentRefusal(
      .budgetExceeded(rule: "per_period", left: try DecimalAmount("0.25"), resetsAt: Timestamp(milliseconds: 5)),
      at: YAMLPosition(line: 5, column: 9))
    let refused = DocumentAnswer(to: try name(), [], of: "payment_order", .refused, failure: failure)
    #expect(DocumentAnswer(parsing: refused.text) == refused)
    #expect(refused.failure?.left?.text == "0.25" && refused.failure?.code == 2006)
  }

  @Test func whatPeopleRead() throws {
    let failure = DocumentRefusal(
      .unsupportedVersion, pointer: "/version", rule: "1-2", at: YAMLPosition(line: 2, column: 1))
    let answer = DocumentAnswer(to: try name(), [], of: "payment_order", .refused, failure: failure)
    #expect(
      String(decoding: answer.text, as: UTF8.self) == """
        spec: payment_order_answer
        version: 1
        document: "20240320110125_payment_order.yml"
        digest: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU" # SHA-256 of the document's file
        state: refused
        failure:
          reason: unsupported_version
          message: The provider does not take this version of the request.
          pointer: "/version"
          rule: 1-2
          line: 2
          column: 1

        """)
  }

  @Test func noAnswers() {
    #expect(DocumentAnswer(parsing: []) == nil)
    #expect(DocumentAnswer(parsing: Array("spec: payment_order\nversion: 2\n".utf8)) == nil)
  }

  @Test func theWordsOfFailuresAreNoOthers() {
    let reasons = Set(FailureReason.allCases.map(\.rawValue))
    for fault in DocumentFault.allCases { #expect(!reasons.contains(fault.rawValue), "\(fault)") }
  }
}
