import MessagingAPI
import PaymentsAPI
import PaymentsModel
import Testing

@testable import ChatMessaging

@Suite struct MessageRulesTests {
  private let now = Fixtures.now

  private func pointer(_ params: SendMessage.Params) -> String? {
    do throws(PaymentsFailure) {
      try MessageRules.check(params, now: now)
      return nil
    } catch {
      return error.pointer
    }
  }

  @Test func whatPeopleWrite() {
    let longest = String(repeating: "ä", count: 4000)
    for text in ["Thank you", "two\nlines\tand a tab", "see payport:card?data=x", "é 👋🏽", longest] {
      #expect(pointer(Fixtures.params(text)) == nil, "\(text.prefix(20))")
    }
    for blank in [
      " ", "\n\t", "\u{200B}", " \u{200B}\u{2060}\n", "\u{2800}", "\u{3164}", "\u{301}", "\u{FE0F}", "\u{E0041}",
    ] {
      #expect(pointer(Fixtures.params(blank)) == "/text", "\(blank.unicodeScalars.map(\.value))")
    }
    for text in ["", longest + "a", "a\u{1b}[2J", "a\r\nb", "a\u{0}", "a\u{85}b", String(repeating: "👋🏽", count: 2001)] {
      #expect(pointer(Fixtures.params(text)) == "/text", "\(text.prefix(20))")
    }
  }

  @Test func noCardIsSmuggledIn() {
    for line in [
      "payport:card?data=x", " payport:card?data=x", "\tPayport:card?data=x", "\u{200b}payport:x", "\u{feff}payport:x",
      "\u{2066}payport:x",
    ] {
      #expect(pointer(Fixtures.params("Thank you\n" + line)) == "/text", "\(line)")
      #expect(pointer(Fixtures.params(line + "\nThank you")) == "/text", "\(line)")
      #expect(pointer(Fixtures.params("Thank you\u{2028}" + line)) == "/text", "\(line)")
    }
  }

  @Test func files() {
    func files(_ files: MessageFile...) -> String? { pointer(Fixtures.params(files: files)) }
    let largest = 8 << 20
    #expect(files(Fixtures.file("a", size: largest), Fixtures.file("b", size: largest)) == nil)
    #expect(
      files(Fixtures.file("a", size: largest), Fixtures.file("b", size: largest), Fixtures.file("c", size: 1))
        == "/files"
    )
    #expect(files(Fixtures.file("a", size: largest + 1)) == "/files/0/size")
    #expect(files(Fixtures.file("b"), Fixtures.file("a", size: 0)) == "/files/1/size")
    #expect(files(Fixtures.file("../a")) == "/files/0/name")
    #expect(files(Fixtures.file("a.pdf"), Fixtures.file("A.pdf")) == "/files")
    #expect(files(MessageFile(name: "a", size: 1, sha256: "short")) == "/files/0/sha256")
    #expect(pointer(Fixtures.params(files: (0..<9).map { Fixtures.file("\($0)") })) == "/files")
  }

  @Test func theRest() {
    #expect(pointer(Fixtures.params(payment: PaymentReference())) == "/payment")
    #expect(pointer(Fixtures.params(context: String(repeating: "a", count: 4096))) == nil)
    #expect(pointer(Fixtures.params(context: String(repeating: "a", count: 4097))) == "/context")
    func expires(_ seconds: Int) -> String? {
      pointer(Fixtures.params(expiresAt: now.advanced(by: .seconds(seconds))))
    }
    #expect(expires(10) == nil && expires(30 * 86_400) == nil)
    #expect(expires(9) == "/expires_at" && expires(30 * 86_400 + 1) == "/expires_at")
    #expect(throws: PaymentsFailure(.expired, pointer: "/expires_at")) {
      try MessageRules.check(Fixtures.params(expiresAt: now), now: now)
    }
  }
}
