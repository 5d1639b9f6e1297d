import PaymentsModel
import Testing

@testable import Ledger

@Suite struct EventRetentionTests {
  private func append(_ ledger: Ledger, _ apps: AppKey..., at: Int64 = 1) async throws {
    for app in apps {
      try await ledger.write { transaction in
        try transaction.appendEvent(makeEvent("o", version: at, app: app))
      }
    }
  }

  /// Drops events in batches, like `EventRetention`.
  private func trim(
    _ ledger: Ledger, _ app: AppKey, keeping count: Int = .max, since: Double = 0, batch: Int = 2
  ) async throws {
    let rule = EventRetentionRule(since: second(since), count: count)
    guard
      let stale = try await ledger.read({ reader -> EventCursor? in
        try reader.lastStaleEvent(of: app, rule)
      })
    else { return }
    while true {
      let dropped = try await ledger.write { transaction -> DroppedEvents? in
        try transaction.dropEvents(of: app, through: stale, atMost: batch)
      }
      guard let dropped else { return }
      #expect(dropped.count <= batch)
    }
  }

  private func span(_ ledger: Ledger, _ app: AppKey) async throws -> [Int64] {
    let span = try await ledger.read { reader -> EventSpan in try reader.eventSpan(of: app) }
    return [span.oldest.sequence, span.newest.sequence]
  }

  private func page(_ ledger: Ledger, _ app: AppKey, after: Int64) async throws -> [Int64]? {
    let page = try await ledger.read { reader -> EventPage in
      try reader.eventPage(for: app, after: EventCursor(sequence: after), limit: 100)
    }
    return page.isWhole ? page.events.map(\.cursor.sequence) : nil
  }

  @Test func `the newest of each app are kept, and from where it is without a gap is known`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    // Each app has places of its own, which reveal nothing of the other app.
    for _ in 0..<5 { try await append(ledger, alice, bob) }
    try await append(ledger, bob)
    #expect(try await span(ledger, alice) == [0, 5])
    try await trim(ledger, alice, keeping: 2)
    #expect(try await span(ledger, alice) == [3, 5])
    #expect(try await page(ledger, alice, after: 2) == nil, "3 is gone")
    #expect(try await page(ledger, alice, after: 3) == [4, 5])
    #expect(try await span(ledger, bob) == [0, 6])
    #expect(try await page(ledger, bob, after: 0) == [1, 2, 3, 4, 5, 6])
    try await trim(ledger, alice, keeping: 2)
    #expect(try await span(ledger, alice) == [3, 5])
    #expect(try await span(ledger, AppKey(rawValue: "stranger")) == [0, 0], "whoever has none sees nothing of theirs")
    await ledger.close()
  }

  @Test func `an app whose newest event was dropped is told, and places go on growing after a restart`() async throws {
    let folder = try TemporaryFolder()
    var ledger = try folder.open()
    try await append(ledger, alice, bob, alice)
    try await trim(ledger, alice, since: 100)
    try await trim(ledger, bob, since: 100)
    await ledger.close()
    ledger = try folder.open()
    #expect(try await span(ledger, alice) == [2, 2], "nothing is left, and nothing is forgotten")
    #expect(try await page(ledger, alice, after: 1) == nil)
    #expect(try await page(ledger, alice, after: 2) == [])
    #expect(try await span(ledger, bob) == [1, 1])
    try await append(ledger, bob)
    #expect(try await page(ledger, bob, after: 1) == [2])
    #expect(try await page(ledger, alice, after: 2) == [], "the place is still good")
    await ledger.close()
  }

  @Test func `what goes by age are the oldest only, also when the clock was set back`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    for at in [10, 20, 90, 30, 95] as [Int64] { try await append(ledger, alice, at: at) }
    try await trim(ledger, alice, since: 50)
    #expect(try await page(ledger, alice, after: 2) == [3, 4, 5], "30 came after 90")
    try await trim(ledger, alice, since: 95)
    #expect(try await page(ledger, alice, after: 4) == [5])
    await ledger.close()
  }

  @Test func `a drop that is taken back has dropped nothing`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await append(ledger, alice, alice)
    await #expect(throws: LedgerError.abandoned) {
      try await ledger.write { transaction in
        _ = try transaction.dropEvents(of: alice, through: EventCursor(sequence: 2), atMost: 9)
        throw LedgerError.abandoned
      }
    }
    #expect(try await span(ledger, alice) == [0, 2])
    #expect(try await page(ledger, alice, after: 0) == [1, 2])
    await ledger.close()
  }
}
