import JSON
import PaymentsModel
import TestSupport
import Testing

@testable import ChatPayments

struct CardBookTests {
  let clock = ManualWallClock(Timestamp(milliseconds: 1_790_000_000_000))

  private func room(_ me: String, _ members: [String], id: String = "r") -> ChatRoom {
    ChatRoom(
      id: RoomID(id), name: id, me: PersonID(me), members: members.map { .init(id: PersonID($0), name: $0) })
  }

  private func message(_ content: CardMessage, from person: String, room: String = "r") throws -> ChatMessage {
    ChatMessage(
      id: MessageID(person), room: RoomID(room), from: PersonID(person),
      content: ChatContent(text: "", link: try CardLink.write(content)), sentAt: clock.now())
  }

  private func request(_ to: String? = nil) -> CardMessage {
    CardMessage(
      card: .random(), terms: CardDraft(.request, [price("1")], to: to.map { PersonID($0) }).terms(now: clock.now()))
  }

  @Test func anAnswerThatComesBeforeTheProposalWaitsForIt() throws {
    var book = CardBook()
    let proposal = request()
    var side = CardSide()
    side.add(.declined(reason: "no"))
    let answer = try message(CardMessage(card: proposal.card, steps: side), from: "bob")
    let room = room("bob", ["alice", "bob"])
    #expect(book.hear(answer, in: room, now: clock.now()) == .early)
    let key = CardKey(author: PersonID("alice"), id: proposal.card)
    #expect(try book.hear(message(proposal, from: "alice"), in: room, now: clock.now()) == .card(key, isNew: true))
    #expect(book[key]?.state(now: clock.now()) == .declined)
    // If it is heard again, it is already known.
    #expect(try book.hear(message(proposal, from: "alice"), in: room, now: clock.now()) == .card(key, isNew: false))
    #expect(book.hear(answer, in: room, now: clock.now()) == .card(key, isNew: false))
  }

  @Test func inAGroupItIsAddressedToOne() throws {
    let members = ["alice", "bob", "carol"]
    for (to, role) in [("bob", CardRole.payer), ("carol", .onlooker)] {
      var book = CardBook()
      let proposal = request(to)
      let hearing = try book.hear(message(proposal, from: "alice"), in: room("bob", members), now: clock.now())
      let key = CardKey(author: PersonID("alice"), id: proposal.card)
      #expect(hearing == .card(key, isNew: true))
      #expect(book[key]?.role == role)
      #expect(book[key]?.commands(now: clock.now()).isEmpty == (role == .onlooker))
      // Dave is not in the room, and Carol is not a party of Bob's card.
      var side = CardSide()
      side.add(.declined(reason: nil))
      let other = to == "bob" ? "carol" : "bob"
      let meddling = CardMessage(card: key.id, author: key.author, steps: side)
      #expect(
        try book.hear(message(meddling, from: other), in: room("bob", members), now: clock.now())
          == .card(key, isNew: false))
      #expect(book[key]?.state(now: clock.now()) == .created)
    }
    var book = CardBook()
    for to in [nil, "dave", "alice"] {
      #expect(
        try book.hear(message(request(to), from: "alice"), in: room("bob", members), now: clock.now())
          == .text(.addressee))
    }
    #expect(book.cards.isEmpty)
  }

  @Test func aCardBelongsToItsRoom() throws {
    var book = CardBook()
    let proposal = request()
    let members = ["alice", "bob"]
    _ = try book.hear(message(proposal, from: "alice"), in: room("bob", members), now: clock.now())
    #expect(
      try book.hear(message(proposal, from: "alice", room: "s"), in: room("bob", members, id: "s"), now: clock.now())
        == .text(.anotherRoom))
    #expect(book.cards.count == 1)
  }

  @Test func oneAuthorCannotFillTheBook() throws {
    var book = CardBook()
    let room = room("bob", ["alice", "bob"])
    for _ in 0..<CardBook.maximumOpen {
      _ = try book.hear(message(request(), from: "alice"), in: room, now: clock.now())
    }
    #expect(book.cards.count == CardBook.maximumOpen)
    #expect(try book.hear(message(request(), from: "alice"), in: room, now: clock.now()) == .text(.tooMany))
    clock.advance(by: CardDraft.lifetime)
    #expect(try book.hear(message(request(), from: "alice"), in: room, now: clock.now()) != .text(.tooMany))
  }

  @Test func aSumIsDividedExactly() throws {
    #expect(
      try CollectionSplit.parts(of: decimal("90"), decimals: 8, among: 3) == Array(repeating: decimal("30"), count: 3))
    let parts = try CollectionSplit.parts(of: decimal("1"), decimals: 8, among: 3)
    #expect(parts.map(\.text) == ["0.33333334", "0.33333333", "0.33333333"])
    #expect(throws: CollectionSplitError.tooSmall) {
      try CollectionSplit.parts(of: decimal("0.00000002"), decimals: 8, among: 3)
    }
    #expect(throws: CollectionSplitError.amount) {
      try CollectionSplit.parts(of: decimal("0.001"), decimals: 2, among: 1)
    }
    #expect(throws: CollectionSplitError.count) { try CollectionSplit.parts(of: decimal("1"), decimals: 2, among: 0) }
  }
}
