import JSON
import PaymentsModel
import TestSupport
import Testing

@testable import ChatPayments

/// Tests lost, repeated and reordered messages, with people who press any button and money that moves at any time. Both
/// sides must reach the same state, and at most one payment may be made.
struct CardChaosTests {
  @Test func bothEndInTheSameStateWithAtMostOnePayment() throws {
    var ends: [CardState: Int] = [:]
    for seed in 0..<2000 {
      let end = try run(UInt64(seed))
      ends[end, default: 0] += 1
    }
    // All final states were reached, so the runs differ.
    for state in [CardState.settled, .declined, .cancelled, .expired] {
      #expect(ends[state, default: 0] > 20, "\(state)")
    }
  }

  private func run(_ seed: UInt64) throws -> CardState {
    var random = SeededRandom(seed)
    let table = ChatTable()
    let people = [table.alice, table.bob]
    let kind: CardKind = Bool.random(using: &random) ? .request : .offer
    let prices = Bool.random(using: &random) ? [price("1")] : [price("1"), price("5", "LTC")]
    let key = table.alice.propose(CardDraft(kind, prices, lifetime: .seconds(100)))
    var onTheWay: [(to: Int, message: ChatMessage)] = []
    for _ in 0..<60 {
      let who = Int.random(in: 0...1, using: &random)
      let person = people[who]
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<6:
        if let message = person.act(key).message { onTheWay.append((1 - who, message)) }
      case 6..<12:
        guard let index = onTheWay.indices.randomElement(using: &random) else { continue }
        let (to, message) = onTheWay[index]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: onTheWay.remove(at: index)
        case 1: people[to].hear(message)
        default:
          people[to].hear(message)
          onTheWay.remove(at: index)
        }
      case 12..<15:
        // An action that is not allowed is refused and changes nothing.
        try? person.book[key]?.accept(currency: prices.randomElement(using: &random)?.currency, now: table.clock.now())
      case 15:
        if Int.random(in: 0..<3, using: &random) == 0 { try? person.book[key]?.decline(now: table.clock.now()) }
      case 16:
        if Int.random(in: 0..<3, using: &random) == 0 { try? person.book[key]?.cancel(now: table.clock.now()) }
      case 17: table.money.advance(approving: Int.random(in: 0..<5, using: &random) > 0)
      case 18: person.look(key)
      default: table.clock.advance(by: .seconds(Int.random(in: 0...8, using: &random)))
      }
    }
    // At the end each side reads all messages of the room, and time passes.
    for round in 0..<6 {
      if round == 2 { table.clock.advance(by: .seconds(200)) }
      table.money.advance()
      for person in people {
        person.look(key)
        person.book[key]?.problem = nil
        person.actAll(key)
      }
      for message in table.alice.sent.values { table.bob.hear(message) }
      for message in table.bob.sent.values { table.alice.hear(message) }
    }
    let states = table.states(key)
    #expect(states[0] == states[1], "seed \(seed): \(states)")
    #expect(table.payments <= 1, "seed \(seed)")
    #expect((states[0] == .settled) == (table.payments == 1), "seed \(seed): \(states), \(table.payments) payments")
    #expect(states[0]?.isFinal == true, "seed \(seed): \(states)")
    return try #require(states[0])
  }
}
