import JSON
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing
import TypeDefinition

@Suite("Schemas and values of messaging") struct SchemaTests {
  private let schemas: MessagingSchemas
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  init() throws { schemas = try MessagingSchemas() }

  private func message() throws -> PaymentMessage {
    PaymentMessage(
      messageID: PaymentMessageID(rawValue: "msg_a"), requestID: try request(), version: 3, state: .delivered,
      cursor: EventCursor(sequence: 7), createdAt: now, updatedAt: now, expiresAt: now,
      payment: PaymentReference(invoiceID: InvoiceID(rawValue: "inv_a"), provider: "k"), text: "Thank you",
      files: [MessageFile(name: "a.pdf", size: 4, sha256: "h")], context: "c", reason: "chat_refused",
      contactName: "Bob", reply: MessageReply(text: "r", at: now))
  }

  private func request() throws -> PaymentRequestID {
    try #require(PaymentRequestID("018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b"))
  }

  private func check<M: MessagingMethod>(_ method: M.Type, params: M.Params, result: M.Result) throws
  where M.Params: Equatable, M.Result: Equatable {
    let schema = try #require(schemas.service.methods[method.name])
    let asked = try JSONBytesEncoder().encodeValue(params)
    let answered = try JSONBytesEncoder().encodeValue(result)
    #expect(schema.params.validate(asked).isEmpty, "\(method.name) params")
    #expect(try schemas.service.exactResult(of: method.name).validate(answered).isEmpty, "\(method.name) result")
    #expect(try JSONValueDecoder(unknownMembers: .refuse).decode(M.Params.self, from: asked) == params)
    #expect(try JSONValueDecoder(unknownMembers: .refuse).decode(M.Result.self, from: answered) == result)
  }

  @Test("every method's values match its schema and come back unchanged") func roundTrips() throws {
    let message = try message()
    try check(
      SendMessage.self,
      params: .init(
        requestID: try request(), payment: PaymentReference(orderID: OrderID(rawValue: "ord_a")), text: "t",
        files: message.files, context: "c", expiresAt: now), result: .init(message: message, replayed: true))
    try check(
      MessageStatus.self,
      params: .init(messageID: message.messageID, requestID: try request(), after: 1, waitMilliseconds: 5),
      result: .init(message: message))
    try check(
      ListMessages.self, params: .init(since: .beginning, limit: 5),
      result: .init(messages: [message], cursor: message.cursor, more: true))
    try check(RemoveMessage.self, params: .init(messageID: message.messageID), result: .init(removed: false))
    let change = try JSONBytesEncoder().encodeValue(MessageChange(message: message))
    #expect(schemas.messageChange.validate(change).isEmpty)
    for state in MessageState.allCases {
      var other = message
      other.state = state
      let value = try JSONBytesEncoder().encodeValue(MessageChange(message: other))
      #expect(schemas.messageChange.validate(value).isEmpty, "\(state)")
    }
    #expect(Set(schemas.service.methods.keys) == Set(MessagingMethods.all.map { $0.name }))
    #expect(schemas.openRPC["methods"]?.arrayValue?.count == MessagingMethods.all.count)
  }

  @Test("a text names a payment, or none") func references() {
    #expect(PaymentReference(naming: "inv_a")?.invoiceID == InvoiceID(rawValue: "inv_a"))
    #expect(PaymentReference(naming: "ord_a", provider: "k")?.provider == "k")
    #expect(
      PaymentReference(naming: "5D0F0C5E-3F0A-4E0C-9D43-0B9B0A1D7A11")?.card == "5d0f0c5e-3f0a-4e0c-9d43-0b9b0a1d7a11")
    #expect(PaymentReference(naming: "bob") == nil)
    #expect(!PaymentReference().isWellFormed)
    #expect(!PaymentReference(invoiceID: InvoiceID(rawValue: "a"), card: "b").isWellFormed)
  }

  @Test("names of files lead nowhere else") func names() {
    #expect(MessageFile.isName("receipt-17_a.pdf"))
    for name in ["", ".", "..", ".hidden", "a/b", "a b", "ä", "a\n", String(repeating: "a", count: 101)] {
      #expect(!MessageFile.isName(name), "\(name)")
    }
  }

  @Test("what people write is not logged") func redaction() throws {
    #expect(!"\(try message())".contains("Thank you"))
  }
}
