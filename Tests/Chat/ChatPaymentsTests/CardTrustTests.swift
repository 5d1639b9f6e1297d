import JSON
import PaymentsAPI
import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatPayments

/// Tests what one party can do to the other with false messages.
struct CardTrustTests {
  let table = ChatTable()
  var alice: Party { table.alice }
  var bob: Party { table.bob }

  private func forged(_ steps: [CardStep], _ key: CardKey, by party: Party, terms: CardTerms? = nil) throws
    -> ChatMessage
  {
    var side = CardSide()
    for step in steps { side.add(step) }
    return ChatMessage(
      id: MessageID("forged"), room: RoomID("r"), from: party.me,
      content: ChatContent(
        text: "", link: try CardLink.write(CardMessage(card: key.id, terms: terms, author: key.author, steps: side))),
      sentAt: table.clock.now())
  }

  @Test func nobodyBelievesAMessageThatSaysPaid() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    alice.hear(try forged([.accepted(currency: "XMR", address: nil), .paid], key, by: bob))
    alice.actAll(key)
    #expect(alice.state(key) == .accepted)
    #expect(alice.book[key]?.isClaimedPaid(now: table.clock.now()) == true)
    #expect(alice.book[key]?.mySide.says(.received) == false)
  }

  @Test func aForgedReceiptDoesNotCountAsPaid() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    let terms = try #require(alice.book[key]?.terms)
    bob.hear(try forged([.received], key, by: alice, terms: terms))
    #expect(bob.state(key) == .created)
  }

  @Test(
    arguments: CardKind.allCases,
    [
      CardStep.accepted(currency: "XMR", address: "addr"), .accepted(currency: "XMR", address: nil),
      .accepted(currency: "LTC", address: nil), .address(currency: "XMR", address: "addr"),
      .address(currency: "XMR", address: "a b"), .paid, .received, .failed, .declined(reason: nil),
      .cancelled(reason: nil),
    ])
  func eachStepIsForOnePartyToSay(_ kind: CardKind, _ step: CardStep) throws {
    let key = alice.propose(CardDraft(kind, [price("1")]))
    table.settle(key)
    let isRequest = kind == .request
    let (author, other) =
      switch step {
      case .accepted("XMR", let address, _): (false, isRequest == (address == nil))
      case .address(_, "addr", _): (isRequest, false)
      case .paid, .failed: (!isRequest, isRequest)
      case .received: (isRequest, !isRequest)
      case .declined: (false, true)
      case .cancelled: (true, false)
      default: (false, false)
      }
    let terms = try #require(alice.book[key]?.terms)
    bob.hear(try forged([step], key, by: alice, terms: terms))
    #expect(bob.book[key]?.authorSide.steps == (author ? [step] : []))
    alice.hear(try forged([step], key, by: bob))
    #expect(alice.book[key]?.otherSide.steps == (other ? [step] : []))
  }

  @Test func theAddressMustBeOfWhatWasPicked() throws {
    let key = alice.propose(CardDraft(.request, [price("1"), price("3", "LTC")]))
    table.settle(key)
    try bob.book[key]?.accept(currency: "XMR", now: table.clock.now())
    let terms = try #require(alice.book[key]?.terms)
    bob.hear(try forged([.address(currency: "LTC", address: "elsewhere")], key, by: alice, terms: terms))
    #expect(bob.book[key]?.effect(now: table.clock.now()) == .publish)
    bob.actAll(key)
    #expect(bob.book[key]?.order == nil)
  }

  @Test func anAddressWithoutAcceptancePaysNothing() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    let terms = try #require(alice.book[key]?.terms)
    bob.hear(try forged([.address(currency: "XMR", address: "addr")], key, by: alice, terms: terms))
    bob.actAll(key)
    #expect(bob.book[key]?.order == nil && bob.state(key) == .created)
  }

  @Test func theFirstAddressStays() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    for message in bob.actAll(key) { alice.hear(message) }
    for message in alice.actAll(key) { bob.hear(message) }
    let terms = try #require(alice.book[key]?.terms)
    bob.hear(try forged([.address(currency: "XMR", address: "other")], key, by: alice, terms: terms))
    bob.actAll(key)
    table.pay(key)
    #expect(table.money.contents.withLock { $0.payments } == ["addr-alice-0"])
  }

  @Test func termsNeverChange() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    let terms = CardDraft(.request, [price("100")]).terms(now: table.clock.now())
    #expect(bob.hear(try forged([], key, by: alice, terms: terms)) == .text(.otherTerms))
    #expect(bob.book[key]?.terms.prices == [price("1")])
  }

  @Test func anothersNameForACardMakesAnotherCard() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    let own = CardKey(author: bob.me, id: key.id)
    alice.hear(try forged([], key, by: bob, terms: CardDraft(.request, [price("9")]).terms(now: table.clock.now())))
    #expect(alice.book[key]?.terms.prices == [price("1")])
    #expect(alice.book[own]?.role == .payer)
    let requests = try [own.requestID(.order), key.requestID(.order), key.requestID(.invoice)]
    #expect(Set(requests).count == 3)
  }

  @Test func pressedOnTwoDevicesItIsPaidOnce() throws {
    let second = Party("bob", room: bob.room, money: table.money, clock: table.clock)
    let key = alice.propose(CardDraft(.request, [price("1")]))
    for message in alice.actAll(key) {
      bob.hear(message)
      second.hear(message)
    }
    try bob.book[key]?.accept(now: table.clock.now())
    try bob.book[key]?.accept(now: table.clock.now())
    try second.book[key]?.accept(now: table.clock.now())
    for message in bob.actAll(key) + second.actAll(key) { alice.hear(message) }
    for message in alice.actAll(key) {
      bob.hear(message)
      second.hear(message)
    }
    bob.actAll(key)
    second.actAll(key)
    #expect(table.money.contents.withLock { $0.orderCalls } == 2)
    #expect(table.money.contents.withLock { $0.orders.count } == 1)
    table.pay(key)
    second.look(key)
    #expect(table.payments == 1)
    #expect(second.state(key) == .settled && bob.state(key) == .settled && alice.state(key) == .settled)
  }

  @Test func anotherDeviceShowsWhatOneHasPaid() throws {
    let second = Party("bob", room: bob.room, money: table.money, clock: table.clock)
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    table.pay(key)
    for message in Array(alice.sent.values) + Array(bob.sent.values) { second.hear(message) }
    second.actAll(key)
    #expect(second.state(key) == .settled)
    #expect(table.payments == 1 && table.money.contents.withLock { $0.orderCalls } == 1)
  }

  @Test func messagesTellNothingOfTheWalletOrTheApp() throws {
    let key = alice.propose(CardDraft(.request, [price("1")], note: "Pizza"))
    table.settle(key)
    let link = try #require(alice.sent.values.first?.content.link)
    let read = try CardLink.read(link)
    #expect(read.terms?.note == "Pizza" && !String(describing: read).contains("Pizza"))
    try bob.book[key]?.accept(now: table.clock.now())
    table.money.contents.withLock { $0.refusal = .insufficientFunds }
    table.settle(key)
    table.money.contents.withLock { $0.refusal = nil }
    alice.book[key]?.problem = nil
    table.settle(key)
    table.money.contents.withLock { $0.refusal = .insufficientFunds }
    bob.book[key]?.problem = nil
    table.settle(key)
    // The payer cannot pay. The payee learns only that the card was accepted.
    let message = try CardLink.read(try #require(bob.sent.values.first?.content.link))
    #expect(message.steps.steps == [.accepted(currency: "XMR", address: nil)])
    #expect(table.states(key) == [.accepted, .accepted])
  }
}
