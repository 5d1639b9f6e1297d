import JSON
import PaymentsModel
import TestSupport
import Testing

@testable import ChatPayments

/// Tests the texts for people whose chat does not support cards.
struct CardTextTests {
  private let now = Timestamp(milliseconds: 1_790_000_000_000)

  private func room(_ names: String..., calling: [String: String] = [:], me: String = "alice") -> ChatRoom {
    ChatRoom(
      id: RoomID("r"), name: "r", me: PersonID(me),
      members: names.map { ChatRoom.Member(id: PersonID($0), name: calling[$0] ?? $0) })
  }

  private func card(_ kind: CardKind = .request, to: String = "bob", me: String = "alice", title: String? = nil) -> Card
  {
    let terms = CardDraft(
      kind, [price("1.5", "LTC")], to: PersonID(to), collection: title.map { CardCollection(id: .random(), title: $0) }
    ).terms(now: now)
    return Card(
      key: CardKey(author: PersonID("alice"), id: .random()), terms: terms, room: RoomID("r"), me: PersonID(me),
      other: PersonID(to))
  }

  private func first(_ card: Card, _ room: ChatRoom) -> String? {
    CardText.text(of: card, in: room).split(separator: "\n").first.map(String.init)
  }

  @Test func inAGroupItSaysWhoIsMeant() throws {
    let group = room("alice", "bob", "carol")
    #expect(first(card(), group) == "Payment request to bob: 1.5 LTC")
    #expect(first(card(.offer), group) == "I would like to pay bob 1.5 LTC")
    #expect(first(card(), room("alice", "bob")) == "Payment request: 1.5 LTC")
    var asked = card(me: "bob")
    try asked.accept(now: now)
    #expect(first(asked, group) == "Accepted: I am going to pay alice 1.5 LTC.")
    try asked.decline(reason: "No", now: now)
    #expect(first(asked, group) == "Declined: 1.5 LTC to alice. No")
  }

  @Test func partsOfACollectionAreToldApart() {
    let group = room("alice", "b1", "b2", calling: ["b1": "Bob", "b2": "bob"])
    let texts = ["b1", "b2"].map { CardText.text(of: card(to: $0, title: "the boat"), in: group) }
    #expect(texts[0].hasPrefix("Payment request to Bob (b1): 1.5 LTC\nthe boat\n"))
    #expect(texts[1].hasPrefix("Payment request to bob (b2): 1.5 LTC\nthe boat\n"))
  }

  @Test(arguments: CardKind.allCases) func noTextAsksToPayForWhatIsOver(_ kind: CardKind) throws {
    let table = ChatTable()
    let key = table.alice.propose(CardDraft(kind, [price("1")]))
    table.settle(key)
    try table.bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    let payee = kind == .request ? table.alice : table.bob
    #expect(payee.sent.values.contains { $0.content.text.contains("Please pay 1 XMR to toy:addr-") })
    if kind == .request {
      try table.bob.book[key]?.decline(now: table.clock.now())
    } else {
      try table.alice.book[key]?.cancel(now: table.clock.now())
    }
    table.settle(key)
    let texts = (Array(table.alice.sent.values) + table.bob.sent.values).map(\.content.text)
    #expect(texts.count == 2 && !texts.contains { $0.contains("lease pay") || $0.contains("addr-") }, "\(texts)")
    #expect(texts.contains { $0.contains("nothing is to be paid any more") })
    // It is sent only once.
    #expect(payee.actAll(key).isEmpty)
  }
}
