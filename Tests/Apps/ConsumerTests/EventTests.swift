import Consumer
import Cryptography
import Foundation
import Synchronization
import Testing

@Suite struct EventTests {
  private func take(_ count: Int, from iterator: inout PaymentEvents.Iterator) async throws -> [Int64] {
    var seen: [Int64] = []
    while seen.count < count, let event = try await iterator.next() { seen.append(event.cursor.sequence) }
    return seen
  }

  @Test func pastAndFutureEventsComeInOrder() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    await provider.happen(3)
    let client = fixture.client()
    var events = client.events(.after(.beginning)).makeAsyncIterator()
    #expect(try await take(3, from: &events) == [1, 2, 3])
    await provider.happen(2)
    #expect(try await take(2, from: &events) == [4, 5])
    await client.close()
    #expect(try await events.next() == nil)
    await provider.stop()
  }

  @Test func theyGoOnWithoutAGapAfterACutLineAndANewStart() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    await provider.happen(5)
    let client = fixture.client()
    var events = client.events(.after(EventCursor(sequence: 2))).makeAsyncIterator()
    #expect(try await take(2, from: &events) == [3, 4])
    provider.cutAll()
    await provider.happen(2)
    #expect(try await take(2, from: &events) == [5, 6])
    await provider.crash()
    await provider.happen(2)
    try await provider.start()
    #expect(try await take(3, from: &events) == [7, 8, 9])
    await client.close()
    await provider.stop()
  }

  @Test func aThrottleIsWaitedFor() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    await provider.happen(1)
    provider.state.withLock { $0.throttled = 2 }
    let client = fixture.client()
    var events = client.events(.after(.beginning)).makeAsyncIterator()
    #expect(try await take(1, from: &events) == [1])
    #expect(provider.requests(SubscribeEvents.name).count == 3)
    await client.close()
    await provider.stop()
  }

  @Test func aSlowAppLosesNothingAndStillGetsItsAnswers() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    var events = client.events(.after(.beginning), buffer: 4).makeAsyncIterator()
    await provider.happen(100)
    var seen: [Int64] = []
    while seen.count < 100, let event = try await events.next() {
      // By now far more have come than the buffer holds; the answer comes behind them.
      _ = try await client.currencies()
      seen.append(event.cursor.sequence)
    }
    #expect(seen == Array(1...100))
    #expect(provider.requests(UnsubscribeEvents.name).count > 0)
    await client.close()
    await provider.stop()
  }

  @Test func fromNowOnMeansAlsoAfterALostConnection() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    await provider.happen(10)
    let client = fixture.client()
    let first = Task {
      var events = client.events(.now).makeAsyncIterator()
      return try await events.next()?.cursor.sequence
    }
    while provider.state.withLock({ $0.listeners.isEmpty }) { await Task.yield() }
    provider.cutAll()
    while !provider.state.withLock({ $0.listeners.isEmpty }) { await Task.yield() }
    await provider.happen(1)
    #expect(try await first.value == 11)
    await client.close()
    await provider.stop()
  }

  @Test func whatWasHandledIsRememberedAcrossRestartsOfTheApp() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    await provider.happen(3)
    let client = fixture.client()
    var events = client.events(.remembered).makeAsyncIterator()
    #expect(try await take(3, from: &events) == [1, 2, 3])
    // Asking for the next one says that the third was handled.
    let waiting = Task { [events] in
      var events = events
      return try await events.next()
    }
    let path = fixture.file("cursors/\(provider.identity.verifyingKey.base64URL).json")
    while (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\"3\"") != true { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await client.close()

    await provider.happen(1)
    let next = fixture.client()
    var later = next.events(.remembered).makeAsyncIterator()
    #expect(try await take(1, from: &later) == [4])
    await next.close()
    await provider.stop()
  }

  @Test func aNewSequenceEndsTheOneBefore() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    await provider.happen(2)
    let client = fixture.client()
    var first = client.events(.after(.beginning)).makeAsyncIterator()
    #expect(try await first.next()?.cursor.sequence == 1)
    var second = client.events(.after(.beginning)).makeAsyncIterator()
    #expect(try await second.next()?.cursor.sequence == 1)
    #expect(try await first.next() == nil)
    #expect(try await second.next()?.cursor.sequence == 2)
    await client.close()
    await provider.stop()
  }

  @Test func aGapIsToldBeforeAnythingBehindIt() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    await provider.happen(2)
    let client = fixture.client()
    var events = client.events(.remembered).makeAsyncIterator()
    #expect(try await take(2, from: &events) == [1, 2])
    // While the line is cut more happens than the provider keeps.
    provider.cutAll()
    while !provider.state.withLock({ $0.listeners.isEmpty }) { await Task.yield() }
    provider.ledger.content.withLock { $0.droppedThrough = 5 }
    await provider.happen(6)
    let gap = EventGap(
      lastSeen: EventCursor(sequence: 2), oldest: EventCursor(sequence: 5), newest: EventCursor(sequence: 8))
    await #expect(throws: gap) { try await events.next() }

    // An app that catches up goes on behind it, also after a restart of its own.
    let seen = Mutex<[String]>([])
    var rest = client.events(.remembered) { gap in
      seen.withLock { $0.append("gap \(gap.lastSeen)-\(gap.oldest)") }
      try await client.resynchronise(
        orders: { page in seen.withLock { $0.append("\(page.count) orders") } },
        invoices: { page in seen.withLock { $0.append("\(page.count) invoices") } })
      await provider.happen(1)
    }.makeAsyncIterator()
    #expect(try await take(1, from: &rest) == [9], "what happened while it caught up")
    #expect(seen.withLock(\.self) == ["gap 2-5", "0 orders", "0 invoices"])
    await client.close()
    let next = fixture.client()
    await provider.happen(1)
    var later = next.events(.remembered).makeAsyncIterator()
    #expect(try await later.next()?.cursor.sequence == 9, "9 was handed out and not yet handled")
    #expect(try await later.next()?.cursor.sequence == 10)
    await next.close()
    await provider.stop()
  }
}
