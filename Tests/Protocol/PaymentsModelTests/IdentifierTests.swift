import Foundation
import PaymentsModel
import Testing

@Suite struct IdentifierTests {
  @Test func `a request identifier is a UUID in lower case`() {
    let text = "0198F2C4-7A11-7B3C-8D2E-1F2A3B4C5D6E"
    #expect(PaymentRequestID(text)?.text == text.lowercased())
    #expect(PaymentRequestID(text) == PaymentRequestID(text.lowercased()))
  }

  @Test(arguments: [
    "", "00000000-0000-0000-0000-000000000000", "0198f2c4-7a11-7b3c-8d2e-1f2a3b4c5d6",
    "0198f2c47a117b3c8d2e1f2a3b4c5d6e",
    "0198f2c4-7a11-7b3c-8d2e-1f2a3b4c5d6g", "{198f2c4-7a11-7b3c-8d2e-1f2a3b4c5d6}",
    "0198f2c4+7a11-7b3c-8d2e-1f2a3b4c5d6e",
    "0198f2c4-7a11-7b3c-8d2e-1f2a3b4c5d6é",
  ])
  func `anything else is none`(text: String) {
    #expect(PaymentRequestID(text) == nil)
  }

  @Test func `random ones are of version 4 and differ`() throws {
    let all = (0..<200).map { _ in PaymentRequestID.random() }
    #expect(Set(all).count == 200)
    for id in all {
      let uuid = try #require(UUID(uuidString: id.text))
      #expect(uuid.uuid.6 >> 4 == 4)
      #expect(uuid.uuid.8 >> 6 == 2)
      #expect(PaymentRequestID(id.text) == id)
    }
    #expect(PaymentRequestID(randomBytes: [1, 2, 3]) == nil)
    #expect(
      PaymentRequestID(randomBytes: [UInt8](repeating: 0, count: 16))?.text == "00000000-0000-4000-8000-000000000000")
  }

  @Test func `an event cursor is a decimal string`() {
    #expect(EventCursor("42")?.sequence == 42)
    #expect(EventCursor("42")?.description == "42")
    for text in ["", "-1", "+1", "1.0", "01", "٤", "9223372036854775808"] {
      #expect(EventCursor(text) == nil)
    }
    #expect(EventCursor.beginning < EventCursor(sequence: 1))
  }

  @Test func `the fingerprint of a key is what people compare`() {
    #expect(AppKey(rawValue: "abcdefghijklmnopqrstuvwxyz").fingerprint == "abcd efgh ijkl mnop")
    #expect(AppKey(rawValue: "abcde").fingerprint == "abcd e")
  }

  @Test func `values travel in JSON as plain strings`() throws {
    struct Message: Codable, Equatable {
      var id: PaymentRequestID
      var amount: DecimalAmount
      var at: Timestamp
      var cursor: EventCursor
      var invoice: InvoiceID
    }
    let text = """
      {"amount":"0.5","at":"2026-03-20T11:01:25.000Z","cursor":"7","id":"0198f2c4-7a11-7b3c-8d2e-1f2a3b4c5d6e",\
      "invoice":"inv_a"}
      """
    let message = try JSONDecoder().decode(Message.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(message), as: UTF8.self) == text)
    for broken in ["\"0.5\"": "0.5", "\"7\"": "\"x\"", "2026-03-20T": "2026-03-20 ", "0198f2c4-": "0198f2c4+"] {
      let wrong = Data(text.replacingOccurrences(of: broken.key, with: broken.value).utf8)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Message.self, from: wrong) }
    }
  }

  @Test func `the ends of an order are the ends`() {
    #expect(OrderState.allCases.filter(\.isTerminal) == [.succeeded, .rejected, .expired, .cancelled, .failed])
    #expect(OrderState.inFlight.rawValue == "in_flight")
  }
}
