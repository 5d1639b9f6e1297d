import ChatPayments
import TestSupport
import Testing

@testable import ChatTransports

/// Tests delivery failures that are caused on purpose.
@Suite(.timeLimit(.minutes(10)))
struct RelayTroubleTests {
  /// Sends some messages during delivery failures, and checks what the other side has received after the failures have
  /// ended.
  private func hear(_ count: Int, in trouble: RelayTrouble, _ check: (Heard, [String]) async throws -> Void)
    async throws
  {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let room = try await alice.room(with: bob.me).id
      let heard = await Heard(bob)
      try await alice.setTrouble(trouble)
      let texts = (0..<count).map(String.init)
      for text in texts { try await alice.send(ChatContent(text: text), to: room) }
      #expect(try await bob.history(of: room).map(\.content.text) == texts)
      try await alice.setTrouble(.none)
      try await heard.until("the end of the trouble") { $0.all.last == .connected }
      try await check(heard, texts)
      let last = try await alice.send(ChatContent(text: "last"), to: room)
      try await heard.until("what is sent afterwards") { $0.messages.last?.id == last }
    }
  }

  @Test func deliveriesAreLostButNotFromTheHistory() async throws {
    try await hear(10, in: RelayTrouble(lost: 100)) { heard, _ in #expect(heard.texts == []) }
  }

  @Test func deliveriesComeTwice() async throws {
    try await hear(10, in: RelayTrouble(doubled: 100)) { heard, texts in
      #expect(heard.texts == texts.flatMap { [$0, $0] })
    }
  }

  @Test func deliveriesComeInAnyOrder() async throws {
    try await hear(24, in: RelayTrouble(shuffled: 24)) { heard, texts in
      #expect(heard.texts != texts && heard.texts.sorted() == texts.sorted())
    }
  }

  @Test func whatWaitsForOthersDoesNotWaitForever() async throws {
    try await withRelay { table in
      let alice = try await table.connect("alice")
      let bob = try await table.connect("bob")
      let room = try await alice.room(with: bob.me).id
      let heard = await Heard(bob)
      try await alice.setTrouble(RelayTrouble(shuffled: 100))
      for text in ["a", "b"] {
        try await alice.send(ChatContent(text: text), to: room)
        try await heard.until("it alone") { $0.texts.last == text }
      }
    }
  }

  @Test func chanceDecidesAboutEachDelivery() {
    var delivery = TroubledDelivery<Int>()
    var chance = SystemRandomNumberGenerator()
    let trouble = RelayTrouble(lost: 30, doubled: 30, shuffled: 5)
    let items = Array(0..<2000)
    var passed: [Int] = []
    for item in items { passed += delivery.pass(item, trouble, using: &chance) }
    passed += delivery.flush(using: &chance)
    #expect(delivery.flush(using: &chance) == [])
    let counts = Dictionary(grouping: passed) { $0 }.mapValues(\.count)
    // The samples are 2000 with a probability of 30 in 100. A deviation of more than a tenth of them is practically
    // impossible.
    #expect(abs(2000 - counts.count - 600) < 200 && abs(counts.values.filter { $0 == 2 }.count - 420) < 200)
    #expect(passed != passed.sorted() && counts.values.allSatisfy { $0 <= 2 })
  }

  @Test func whatMakesNoSenseCountsAsTheNearestThatDoes() {
    let trouble = RelayTrouble(lost: -1, doubled: 101, shuffled: 1_000_000)
    #expect(trouble == RelayTrouble(lost: 0, doubled: 100, shuffled: 100))
  }
}
