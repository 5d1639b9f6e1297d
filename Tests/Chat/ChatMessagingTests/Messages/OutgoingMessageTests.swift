import JSON
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import Testing

@testable import ChatMessaging

@Suite struct OutgoingMessageTests {
  private let now = Fixtures.now

  @Test func eachPartIsHandedOverOnce() throws {
    var message = Fixtures.message("msg_a", Fixtures.params(files: [Fixtures.file("a.pdf")]))
    let early = message.beginPart(after: nil, now: now)
    #expect(!early, "before the person has said yes")
    try message.allow(MessageConsent(), now: now)
    var states = [message.state]
    let began = message.beginPart(after: nil, now: now)
    let beganTwice = message.beginPart(after: nil, now: now)
    #expect(began && !beganTwice, "while it is being handed over")
    message.carried(by: "1", now: now)
    states.append(message.state)
    let beganFile = message.beginPart(after: "1", now: now)
    #expect(beganFile)
    message.carried(by: "2", now: now)
    states.append(message.state)
    message.carried(by: "3", now: now)
    #expect(states == [.sending, .sending, .sent])
    #expect(message.parts == ["1", "2"])
    let late = message.beginPart(after: nil, now: now)
    #expect(!late, "once all is sent")
    #expect(message.version == 6)
  }

  @Test func whatWasBeingHandedOverIsDoubtfulAfterACrashAndNotSentAgainByItself() throws {
    var message = Fixtures.message()
    try message.allow(MessageConsent(), now: now)
    _ = message.beginPart(after: "0", now: now)
    // The next process reads the message as it was stored.
    let bytes = try JSONBytesEncoder().encodeValue(message)
    let book = MessageBook([try JSONValueDecoder().decode(OutgoingMessage.self, from: bytes)], now: now)
    var read = try #require(book[message.id])
    #expect(read.state == .unknown)
    let again = read.beginPart(after: nil, now: now)
    #expect(!again)
    var found = read
    found.carried(by: "1", now: now)
    #expect(found.state == .sent)
    try read.sendAgain(now: now)
    let wanted = read.beginPart(after: nil, now: now)
    #expect(wanted, "the person wants it")
  }

  @Test func aDecisionIsMadeOnceAndInTime() throws {
    var refused = Fixtures.message()
    try refused.refuse(now: now)
    #expect(refused.state == .refused)
    #expect(throws: MessageStepError.over) { try refused.allow(MessageConsent(), now: now) }
    var late = Fixtures.message()
    #expect(throws: MessageStepError.expired) { try late.allow(MessageConsent(), now: late.expiresAt) }
    late.passTime(now: late.expiresAt.advanced(by: .milliseconds(-1)))
    #expect(late.state == .waitingForConsent)
    late.passTime(now: late.expiresAt)
    #expect(late.state == .expired)
    #expect(throws: MessageStepError.over) { try late.refuse(now: now) }
    var allowed = Fixtures.message()
    try allowed.allow(MessageConsent(), now: now)
    allowed.passTime(now: allowed.expiresAt)
    #expect(allowed.state == .sending, "what was allowed does not expire")
    #expect(throws: MessageStepError.over) { try allowed.sendAgain(now: now) }
  }

  @Test func nothingOfTheContactIsToldThatWasNotAllowed() throws {
    for consent in [
      MessageConsent(), MessageConsent(tellsName: true), MessageConsent(passesReply: true),
      MessageConsent(tellsName: true, passesReply: true),
    ] {
      var message = Fixtures.message("msg_a", Fixtures.params(context: "c"))
      #expect(message.report.contactName == nil)
      try message.allow(consent, now: now)
      _ = message.beginPart(after: nil, now: now)
      message.carried(by: "1", now: now)
      message.hear(MessageReply(text: "hello", at: now), now: now)
      let report = message.report
      #expect(report.contactName == (consent.tellsName ? "Bob" : nil))
      #expect(report.reply?.text == (consent.passesReply ? "hello" : nil))
      #expect(report.state == (consent.passesReply ? .delivered : .sent))
      #expect(report.context == "c")
      let words = try JSONBytesEncoder().encodeValue(report).text()
      #expect(!words.contains("\"bob\""), "the chat's own name of the contact")
    }
  }

  @Test func aRemovedMessageLeavesOnlyItsRequest() throws {
    var message = Fixtures.message("msg_a", Fixtures.params(files: [Fixtures.file("a.pdf")], context: "secret"))
    try message.allow(MessageConsent(tellsName: true), now: now)
    #expect(throws: MessageStepError.sending) { try message.remove(now: now) }
    message.fail(.chatRefused, now: now)
    #expect(message.report.reason == "chat_refused")
    try message.remove(now: now)
    #expect(message.state == .removed)
    let kept = try JSONBytesEncoder().encodeValue(message).text()
    for word in ["Thank you", "secret", "a.pdf", "inv_a", "bob", "Bob"] { #expect(!kept.contains(word), "\(word)") }
    #expect(kept.contains(message.requestID.text))
  }

  @Test func aLostPartIsFoundAfterItsAnchorOnly() throws {
    var message = Fixtures.message()
    try message.allow(MessageConsent(), now: now)
    let carried = "Thank you\n\n" + OutgoingMessage.mark
    let before = [Fixtures.line("1", "me", carried), Fixtures.line("2", "bob", "Thank you")]
    _ = message.beginPart(after: "2", now: now)
    message.doubt(now: now)
    #expect(message.nextPart(in: before, taken: []) == nil, "said before, by hand")
    let after =
      before + [
        Fixtures.line("3", "bob", "Thank you"), Fixtures.line("4", "me", "thanks"),
        Fixtures.line("5", "me", carried),
        Fixtures.line("6", "me", carried),
      ]
    #expect(message.nextPart(in: after, taken: []) == "5")
    #expect(message.nextPart(in: after, taken: ["5"]) == "6", "the part of another message")
  }

  @Test func theAnswerIsTheContactsFirstTextAfterTheLastPart() throws {
    var message = Fixtures.message()
    try message.allow(MessageConsent(passesReply: true), now: now)
    _ = message.beginPart(after: nil, now: now)
    message.carried(by: "2", now: now)
    let lines = [
      Fixtures.line("1", "bob", "before"), Fixtures.line("2", "me", "Thank you"), Fixtures.line("3", "carol", "not me"),
      Fixtures.line("4", "bob", nil), Fixtures.line("5", "bob", "welcome"), Fixtures.line("6", "bob", "more"),
    ]
    #expect(message.answer(in: lines)?.id == "5")
    #expect(message.answer(in: Array(lines.prefix(4))) == nil)
    #expect(message.answer(in: Array(lines.dropFirst(2))) == nil, "where it begins is not known")
  }

  @Test func whereOthersReadAlongOnlyWhatAnswersThisMessageIsAnAnswer() throws {
    let group = MessageGroup(name: "boat", readers: [.init(person: "carol", name: "Carol")])
    var message = Fixtures.message(group: group)
    try message.allow(MessageConsent(passesReply: true), now: now)
    _ = message.beginPart(after: nil, now: now)
    message.carried(by: "2", now: now)
    let lines = [
      Fixtures.line("2", "me", message.carriedText), Fixtures.line("3", "bob", "Carol, are you coming?"),
      ConversationLine(id: "4", isOwn: false, person: "carol", text: "nice", answers: "2"),
      ConversationLine(id: "5", isOwn: false, person: "bob", text: "yes", answers: "1"),
    ]
    #expect(message.answer(in: lines) == nil)
    let answer = ConversationLine(id: "6", isOwn: false, person: "bob", text: "welcome", answers: "2")
    #expect(message.answer(in: lines + [answer])?.id == "6")
    // In a conversation of two people, an answer to another message is not an answer to this one.
    var direct = Fixtures.message()
    try direct.allow(MessageConsent(passesReply: true), now: now)
    _ = direct.beginPart(after: nil, now: now)
    direct.carried(by: "2", now: now)
    #expect(direct.answer(in: [lines[0], lines[3], answer])?.id == "6")
  }

  @Test func whoReadsAlongUntoldIsAskedAboutBeforeAnythingGoes() throws {
    let group = MessageGroup(name: "boat", readers: [.init(person: "carol", name: "Carol")])
    let target = MessageTarget(room: "r", person: "bob", name: "Bob", group: group)
    var message = Fixtures.message()
    #expect(message.target?.covers(target) == false && target.covers(target))
    #expect(target.covers(MessageTarget(room: "r", person: "bob", name: "Bob", group: nil)), "one fewer than was told")
    try message.allow(MessageConsent(), now: now)
    message.askAgain(target, now: now)
    #expect(message.state == .waitingForConsent && message.target == target && message.consent == nil)
    let begun = message.beginPart(after: nil, now: now)
    #expect(!begun)
  }

  @Test func whatMayHaveArrivedCanBeLeftOpen() throws {
    var message = Fixtures.message()
    #expect(throws: MessageStepError.over) { try message.setAside(now: now) }
    try message.allow(MessageConsent(), now: now)
    _ = message.beginPart(after: nil, now: now)
    message.doubt(now: now)
    try message.setAside(now: now)
    #expect(message.state == .unknown && message.isSetAside == true)
    // The message is still found and can still be sent again.
    var found = message
    found.carried(by: "1", now: now)
    #expect(found.state == .sent)
    try message.sendAgain(now: now)
    #expect(message.state == .sending && message.isSetAside == nil)
  }
}
