import Cryptography
import Documents
import JSON
import PaymentsAPI
import PaymentsModel
import Testing

@Suite("Documents as requests") struct SubmittedRequestTests {
  private let vectors: Vectors
  private let reader: DocumentReader

  init() throws {
    vectors = try Vectors()
    reader = try DocumentReader(schemas: PaymentsSchemas())
  }

  private func read(
    _ text: String, of request: String = "payment_order", named file: String = "20240320110125_payment_order.yml"
  ) throws -> SubmittedRequest {
    try reader.read(
      Array(text.utf8), named: #require(DocumentName(file: file)), app: vectors.app.verifyingKey, of: request)
  }

  /// The refusal of a text: reason, pointer, rule and position, if present.
  private func refusal(_ text: String, of request: String = "payment_order") throws -> String {
    let failure = try #require(throws: DocumentRefusal.self) { _ = try read(text, of: request) }
    let place = failure.line.flatMap { line in failure.column.map { " \(line):\($0)" } } ?? ""
    return failure.reason + (failure.pointer.map { " " + $0 } ?? "") + place + (failure.rule.map { " " + $0 } ?? "")
  }

  @Test func theProposalsOrderAsItStands() throws {
    let document = try read(try vectors.text("text"))
    let id = try vectors.text("request_id")
    #expect(
      document.params == [
        "currency": "XMR", "address": "asfeahsd", "amount": "0.5", "request_id": .string(id),
      ])
    #expect(document.requestID?.text == id && document.version == 2)
    // The params of the method can be decoded.
    let params = try JSONValueDecoder().decode(SubmitPaymentOrder.Params.self, from: document.params)
    #expect(params.amount.text == "0.5")
  }

  @Test func theProposalsInvoiceAsItStands() throws {
    let text = """
      spec: invoice_request
      version: 2
      currency: XMR
      # address: asfeahsd
      amount: 0.5
      """
    let document = try read(text, of: "invoice_request")
    #expect(document.params["currency"] == "XMR" && document.params["amount"] == "0.5")
  }

  /// The request stays the same whether its document is sealed or not. With another name or app it is another request.
  @Test func theRequestOfADocument() throws {
    let text = Array(try vectors.text("text").utf8)
    func id(_ file: String, _ text: [UInt8], _ key: Ed25519.VerifyingKey) throws -> PaymentRequestID? {
      PaymentRequestID(document: text, try #require(DocumentName(file: file)), of: key)
    }
    let plain = try id("a.yml", text, vectors.app.verifyingKey)
    #expect(try id("a.sealed", text, vectors.app.verifyingKey) == plain)
    #expect(try id("b.yml", text, vectors.app.verifyingKey) != plain)
    #expect(try id("a.yml", text + [10], vectors.app.verifyingKey) != plain)
    #expect(try id("a.yml", text, vectors.provider.verifyingKey) != plain)
    #expect(plain?.text.dropFirst(14).first == "8")
  }

  @Test func aDocumentMayNameItsRequest() throws {
    let id = "018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b"
    for version in 1...2 {
      let text = "spec: payment_order\nversion: \(version)\nrequest_id: \(id)\ncurrency: XMR\naddress: a\namount: 1\n"
      #expect(try read(text).requestID?.text == id)
    }
    // A `request_id` that is not a UUID is not replaced by a derived one.
    let text = "spec: payment_order\nversion: 1\nrequest_id: 1\ncurrency: XMR\naddress: a\namount: 1\n"
    #expect(try refusal(text) == "invalid_params /request_id 3:1 a UUID")
  }

  @Test func aRequestWithoutAnIdentifier() throws {
    let text = "spec: proof_request\nversion: 2\ncurrency: LTC\nkind: address\nmessage: hello\naddress: a\n"
    let document = try read(text, of: "proof_request")
    #expect(document.requestID == nil && document.params["request_id"] == nil)
  }

  static let order = "spec: payment_order\nversion: 2\ncurrency: LTC\naddress: a\n"

  @Test(
    arguments: [
      ("amount: {a: 1}", "invalid_params /amount 5:1 /definitions/amount/type"),
      ("amonut: 1", "invalid_params /amonut 5:1 unknown member"),
      ("# amount: 1", "invalid_params 1:1 /properties/amount"),
      ("amount: 1\nmax-fee: 1", "invalid_params /max-fee 6:1 unknown member"),
      ("amount: 1\namount: 2", "malformed 5:1 the key is there twice"),
      ("amount: .5", "malformed 5:9 "), ("amount: &a 1", "malformed 5:9 "), ("amount: !money 1", "malformed 5:9 "),
      ("amount: 1\nexpires_at: tomorrow", "invalid_params /expires_at 6:1 "),
      ("amount: [", "malformed "), ("amount: 1\n---\namount: 2", "malformed "),
    ])
  func whatIsWrongAndWhere(line: String, expected: String) throws {
    let told = try refusal(Self.order + line + "\n")
    #expect(told.hasPrefix(expected), "\(told)")
  }

  @Test func otherRequestsAndVersions() throws {
    let order = Self.order + "amount: 1\n"
    #expect(
      try refusal(order.replacing("payment_order", with: "invoice_request")).hasPrefix("invalid_params /address 4:1"))
    #expect(
      try refusal("spec: invoice_request\nversion: 2\ncurrency: LTC\n") == "wrong_request /spec 1:1 payment_order")
    #expect(try refusal("version: 2\n").hasPrefix("wrong_request /spec 1:1 one of"))
    #expect(try refusal("- spec: payment_order\n").hasPrefix("wrong_request /spec 1:1 one of"))
    for version in ["0", "3", "1-2", "\"2\"", "2.0", "true"] {
      let told = try refusal(order.replacing("version: 2", with: "version: \(version)"))
      // In JSON Type Definition 2.0 is also the integer 2.
      #expect(told.hasPrefix("unsupported_version /version 2:1"), "\(version): \(told)")
    }
    #expect(try refusal("spec: get_balance\nversion: 2\ncurrency: LTC\n").hasPrefix("wrong_request"))
    #expect(try refusal("") == "malformed 1:1 nothing in the file")
    let large = "spec: payment_order\n# " + String(repeating: "a", count: 65_536) + "\n"
    #expect(try refusal(large).hasPrefix("malformed 1:1 larger than"))
  }

  /// The digits of an amount are not changed.
  @Test(arguments: ["0.50", "1", "0.000000000001", "123456789012345678901234567890.5"])
  func amounts(text: String) throws {
    #expect(try read(Self.order + "amount: \(text)\n").params["amount"]?.stringValue == text)
    #expect(try read(Self.order + "amount: \"\(text)\"\n").params["amount"]?.stringValue == text)
  }

  /// Errors that only the method can find have a position in the document too.
  @Test func refusalsOfTheMethodHavePlaces() throws {
    let document = try read(Self.order + "amount: 1\n")
    let failure = document.located(PaymentsFailure(.invalidAddress, pointer: "/address"))
    #expect(failure.reason == "invalid_address" && failure.code == 4002 && failure.line == 4 && failure.column == 1)
    #expect(document.located(PaymentsFailure(.walletError)).line == nil)
  }
}
