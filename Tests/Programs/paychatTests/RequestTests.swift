import MessagingAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import ChatMessaging
@testable import paychat

/// What apps want delivered: how it is shown, and what is typed about it.
@Suite struct RequestTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func message(
    _ text: String = "Thank you", name: String = "Wallet", group: MessageGroup? = nil
  ) -> OutgoingMessage {
    let params = SendMessage.Params(
      requestID: .random(), payment: PaymentReference(card: "c"), text: text,
      files: [MessageFile(name: "a.pdf", size: 4, sha256: "h")])
    return OutgoingMessage(
      id: PaymentMessageID(rawValue: "msg_a"),
      source: MessageSource(app: AppKey(rawValue: "k"), appID: "org.example.wallet", name: name),
      target: MessageTarget(room: "r", person: "bob", name: "bob", group: group), params: params, digest: "d", now: now)
  }

  @Test func aRequestSaysWhoAsksAndWhatCanBeTyped() throws {
    var message = message()
    #expect(
      RequestView(message, number: 2).line
        == "[m2] Wallet (says it is org.example.wallet) wants to write to bob “Thank you” with a.pdf, 4 bytes: "
        + "Waiting · for your consent — /allow m2  /allow m2 always  /deny m2")
    let told = RequestView(message, number: 2, person: "Bob (bob)", card: 3)
    #expect(told.line.contains("wants to write to Bob (bob) about card 3 “Thank you”"))
    try message.refuse(now: now)
    #expect(RequestView(message, number: 2).line.hasSuffix(": Refused · by you"))
  }

  @Test func whoReadsAlongIsSaidBeforeTheYes() {
    let group = MessageGroup(name: "boat", readers: [.init(person: "carol", name: "Carol\u{202e}")])
    let view = RequestView(message(group: group), number: 2, card: 1)
    #expect(
      view.line.contains(
        "wants to write to bob about card 1 in the group boat, where others read it too: Carol� “Thank you”"))
    let rows = view.bubble.rows(width: 70, style: .init(isEnabled: false)).joined(separator: "\n")
    #expect(rows.contains("in the group boat, where others read it too: Carol�"))
  }

  @Test func whatIsUnknownCanBeLeftOpen() throws {
    var message = message()
    try message.allow(MessageConsent(), now: now)
    _ = message.beginPart(after: nil, now: now)
    message.doubt(now: now)
    #expect(RequestView(message, number: 1).actions == ["/allow m1", "/deny m1"])
    try message.setAside(now: now)
    #expect(RequestView(message, number: 1).line.hasSuffix("Unknown · left open by you — /allow m1"))
  }

  @Test func whatIsShownAgainIsNamed() throws {
    func command(_ line: String) -> ChatCommand? {
      guard case .command(let command) = try? ChatLineParser.parse(line) else { return nil }
      return command
    }
    #expect(command("/show m1") == .show(.request(1)) && command("/show 1") == .show(.card(1)))
    #expect(command("/show") == .show(nil) && command("/show M12") == .show(.request(12)))
    #expect(
      command("/save f2 ~/my files") == .save(2, folder: "~/my files") && command("/save 2") == .save(2, folder: nil))
    for wrong in ["/show m0", "/show bob", "/show m1 m2", "/save", "/save x"] {
      #expect(command(wrong) == nil, "\(wrong)")
    }
  }

  @Test func whatAnAppWritesCannotPretendToBeTheProgram() {
    let view = RequestView(message("one\n[m2] Sent\u{1b}[2J", name: "payd\u{202e}\n* ok"), number: 1)
    #expect(!view.line.contains("\n") && !view.line.contains("\u{1b}") && !view.line.contains("\u{202e}"))
    #expect(view.line.contains("“one / [m2] Sent␛[2J”"))
    let rows = view.bubble.rows(width: 70, style: .init(isEnabled: false)).joined(separator: "\n")
    #expect(rows.contains("“one”") && rows.contains("“[m2] Sent␛[2J”") && !rows.contains("\u{1b}"))
  }

  @Test func answersAreTypedInAnyOrder() throws {
    func command(_ line: String) -> ChatCommand? {
      guard case .command(let command) = try? ChatLineParser.parse(line) else { return nil }
      return command
    }
    #expect(command("/allow") == .allow(nil, MessageConsent(), always: false))
    #expect(
      command("/allow m3 reply always name") == .allow(3, .init(tellsName: true, passesReply: true), always: true))
    #expect(command("/allow always 3") == .allow(3, MessageConsent(), always: true))
    #expect(command("/deny m1") == .deny(1) && command("/deny") == .deny(nil))
    #expect(command("/pair 123 456") == .pair(code: "123456") && command("/pair no") == .pair(code: nil))
    #expect(command("/revoke 2") == .revoke(2) && command("/apps") == .apps)
    #expect(command("/wait request 5s") == .wait(.request, limit: .seconds(5)))
    for wrong in ["/allow m1 m2", "/allow sometimes", "/deny m1 please", "/pair 12345", "/pair", "/revoke", "/apps 1"] {
      #expect(throws: CommandFailure.self, "\(wrong)") { try ChatLineParser.parse(wrong) }
    }
  }
}
