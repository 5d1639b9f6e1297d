import JSON
import PaymentsAPI
import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatPayments

/// Tests that no statement is attributed to a person who did not make it, and that no event is reported that did not
/// happen.
struct CardTruthTests {
  let table = ChatTable()
  var alice: Party { table.alice }
  var bob: Party { table.bob }
  private var now: Timestamp { table.clock.now() }

  /// Makes a request by Alice whose payment waits for the owner of Bob's wallet.
  private func waiting() throws -> CardKey {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: now)
    table.settle(key)
    #expect(bob.book[key]?.order?.state == .awaitingApproval)
    return key
  }

  private func said(_ steps: CardStep..., by author: Party, of key: CardKey) throws -> ChatMessage {
    var side = CardSide()
    for step in steps { side.add(step) }
    let content = CardMessage(
      card: key.id, terms: author.me == key.author ? author.book[key]?.terms : nil, author: key.author, steps: side)
    return ChatMessage(
      id: MessageID("said"), room: RoomID("r"), from: author.me,
      content: ChatContent(text: "", link: try CardLink.write(content)), sentAt: now)
  }

  @Test func whoDeclinedNothingIsNotSaidToHave() throws {
    let key = try waiting()
    try alice.book[key]?.cancel(reason: "I asked twice", now: now)
    table.settle(key)
    table.pay(key)
    #expect(bob.book[key]?.order?.state == .cancelled && table.payments == 0)
    #expect(table.states(key) == [.cancelled, .cancelled])
    #expect(bob.book[key]?.mySide.says(.declined) == false)
    #expect(alice.book[key]?.reason == "I asked twice" && bob.book[key]?.reason == "I asked twice")
  }

  @Test func theAuthorsReasonSurvivesANoAtTheSameTime() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try alice.book[key]?.cancel(reason: "Mine", now: now)
    try bob.book[key]?.decline(reason: "Yours", now: now)
    table.settle(key)
    #expect(table.states(key) == [.cancelled, .cancelled])
    #expect(alice.book[key]?.reason == "Mine" && bob.book[key]?.reason == "Mine")
  }

  @Test(arguments: [OrderState.cancelled, .expired])
  func anOrderThatEndsByItselfIsNobodysNo(_ state: OrderState) throws {
    let key = try waiting()
    var order = try #require(bob.book[key]?.order)
    order.state = state
    order.version += 1
    bob.book[key]?.apply(order: order)
    table.settle(key)
    #expect(table.states(key) == [.accepted, .accepted])
    // The person can still decline at once.
    try bob.book[key]?.decline(reason: "My wallet is gone", now: now)
    #expect(bob.book[key]?.withdrawal == nil)
    table.settle(key)
    #expect(table.states(key) == [.declined, .declined] && alice.book[key]?.reason == "My wallet is gone")
  }

  @Test func anAddressThatWasNotPickedBlocksNothing() throws {
    let key = alice.propose(CardDraft(.request, [price("1"), price("3", "LTC")]))
    table.settle(key)
    bob.hear(try said(.address(currency: "LTC", address: "elsewhere"), by: alice, of: key))
    try bob.book[key]?.accept(currency: "XMR", now: now)
    bob.actAll(key)
    #expect(bob.book[key]?.order == nil && bob.book[key]?.pause(now: now) == .address)
    bob.hear(
      try said(
        .address(currency: "LTC", address: "elsewhere"), .address(currency: "XMR", address: "here"), by: alice, of: key)
    )
    bob.actAll(key)
    #expect(bob.book[key]?.order?.address == "here" && bob.book[key]?.order?.currency == "XMR")
  }

  @Test func whatThePayeeHasReceivedIsNotAskedFor() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    bob.hear(try said(.received, by: alice, of: key))
    try bob.book[key]?.accept(now: now)
    bob.hear(try said(.address(currency: "XMR", address: "here"), .received, by: alice, of: key))
    bob.actAll(key)
    #expect(bob.book[key]?.pause(now: now) == .claimedReceived && bob.book[key]?.order == nil)
    #expect(bob.book[key]?.isClaimedReceived == true && bob.state(key) == .accepted)
  }

  @Test func anotherDeviceSaysThatItDoesNotPay() throws {
    let second = Party("bob", room: bob.room, money: table.money, clock: table.clock)
    let key = try waiting()
    for message in Array(alice.sent.values) + Array(bob.sent.values) { second.hear(message) }
    second.actAll(key)
    #expect(second.state(key) == .accepted && second.book[key]?.pause(now: now) == .elsewhere)
    #expect(table.money.contents.withLock { $0.orderCalls } == 1)
  }

  @Test func whoReadsAlongHasWordsAlone() throws {
    let members = ["alice", "bob", "carol"].map { ChatRoom.Member(id: PersonID($0), name: $0) }
    let room = ChatRoom(id: RoomID("r"), name: "r", me: PersonID("carol"), members: members)
    let terms = CardDraft(.request, [price("1")], to: PersonID("bob")).terms(now: now)
    let key = CardKey(author: PersonID("alice"), id: .random())
    var card = Card(key: key, terms: terms, room: room.id, me: room.me, other: PersonID("bob"))
    var states: [CardState] = []
    let words: [(CardStep, PersonID)] = [
      (.accepted(currency: "XMR", address: nil), card.other), (.paid, card.other), (.failed, card.other),
      (.received, card.key.author),
    ]
    for (step, person) in words {
      var side = CardSide()
      side.add(step)
      card.hear(side, from: person)
      states.append(card.state(now: now))
    }
    #expect(states == [.accepted, .paid, .failed, .settled])
  }

  // MARK: Time

  @Test func aCardFromTooFarAheadIsNoCard() throws {
    let terms = CardDraft(.request, [price("1")]).terms(now: now.advanced(by: .seconds(365 * 86_400)))
    let message = ChatMessage(
      id: MessageID("1"), room: RoomID("r"), from: alice.me,
      content: ChatContent(text: "", link: try CardLink.write(CardMessage(card: .random(), terms: terms))), sentAt: now)
    #expect(bob.hear(message) == .text(.ahead))
    #expect(bob.book.cards.isEmpty)
  }

  /// Clocks may differ by up to an hour, so a deadline can be more than thirty days ahead. The provider accepts at most
  /// thirty days, so it is asked only when the deadline is close enough.
  @Test func theProviderIsAskedForWhatItTakes() throws {
    let terms = CardDraft(.offer, [price("1")], lifetime: CardTerms.maximumLifetime)
      .terms(now: now.advanced(by: .seconds(1800)))
    let key = CardKey(author: alice.me, id: .random())
    let content = CardMessage(card: key.id, terms: terms)
    bob.hear(
      ChatMessage(
        id: MessageID("1"), room: RoomID("r"), from: alice.me,
        content: ChatContent(text: "", link: try CardLink.write(content)), sentAt: now))
    try bob.book[key]?.accept(now: now)
    bob.actAll(key)
    #expect(bob.book[key]?.invoice == nil && bob.book[key]?.pause(now: now) == .early)
    table.clock.advance(by: .seconds(1800))
    bob.actAll(key)
    #expect(bob.book[key]?.invoice != nil && bob.book[key]?.mySide.says(.accepted) == true)
  }

  // MARK: Numbers

  @Test func numbersStay() throws {
    var book = CardBook()
    var keys: [CardKey] = []
    for place in 0..<3 {
      let terms = CardDraft(.request, [price("1")]).terms(now: now)
      let key = CardKey(author: alice.me, id: .random())
      let message = ChatMessage(
        id: MessageID("\(place)"), room: RoomID("r"), from: alice.me,
        content: ChatContent(text: "", link: try CardLink.write(CardMessage(card: key.id, terms: terms))), sentAt: now)
      _ = book.hear(message, in: bob.room, now: now)
      keys.append(key)
    }
    #expect(keys.map { book[$0]?.number } == [1, 2, 3])
    var again = CardBook(Array(book.cards.values.filter { $0.number != 1 }))
    #expect(keys.dropFirst().map { again[$0]?.number } == [2, 3])
    again.add(try #require(alice.book[alice.propose(CardDraft(.request, [price("2")]))]))
    #expect(again.cards.values.compactMap(\.number).sorted() == [2, 3, 4])
  }
}
