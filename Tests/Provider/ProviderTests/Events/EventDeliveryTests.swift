import JSON
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import TestSupport
import Testing

@testable import Provider

/// Tests the delivery of events from the ledger to an app, in memory and over a WebSocket.
@Suite("Events", .timeLimit(.minutes(10)))
struct EventDeliveryTests {
  @Test("past and future ones come in order, of this app only", arguments: Carrier.allCases)
  func order(_ carrier: Carrier) async throws {
    try await EventBench.with(carrier) { bench in
      try await bench.happen(70, to: bench.alice)
      try await bench.happen(30, to: bench.bob)
      let reader = EventReader(bench, bench.alice)
      try await reader.connect()
      try await reader.subscribe(from: 0)
      try await bench.happen(200, to: bench.alice)
      try await reader.catchUp()
      #expect(reader.segments.count == 1)
      #expect(reader.segments[0].seen == bench.stored(bench.alice))
    }
  }

  @Test("a reader that stops makes nothing grow, and gets everything later", arguments: Carrier.allCases)
  func slowReader(_ carrier: Carrier) async throws {
    try await EventBench.with(carrier) { bench in
      let reader = EventReader(bench, bench.alice)
      try await reader.connect()
      try await reader.subscribe(from: 0)
      await reader.pause()
      // Sixteen megabytes are more than the kernel's buffers hold.
      for _ in 0..<16 { try await bench.happen(64, to: bench.alice, padding: 16_000) }
      let session = try #require(try bench.parts.apps.sessions.sessions(of: bench.alice.app).first)
      let connection = try #require(session.connection)
      _ = try await eventually("it waits for the reader", within: .seconds(20)) {
        await connection.canSendMore ? nil : true
      }
      // Further events do not increase the queue beyond the mark plus the message that exceeded it.
      for _ in 0..<20 {
        try await bench.happen(1, to: bench.alice)
        #expect(await connection.queuedBytes <= ConnectionOptions().sendMark + 17_000)
      }
      #expect(reader.segments[0].seen.count < 1000)
      try await reader.catchUp()
      #expect(reader.segments.count == 1, "on the same connection")
      #expect(reader.segments[0].seen == bench.stored(bench.alice))
    }
  }

  @Test(
    "one that is larger than a message comes without its object, and the others after it", arguments: Carrier.allCases)
  func tooLarge(_ carrier: Carrier) async throws {
    try await EventBench.with(carrier) { bench in
      try await bench.happen(1, to: bench.alice)
      try await bench.happen(1, to: bench.alice, padding: 1_100_000)
      try await bench.happen(1, to: bench.alice)
      let reader = EventReader(bench, bench.alice)
      try await reader.connect()
      try await reader.subscribe(from: 0)
      try await reader.catchUp()
      #expect(reader.segments.count == 1)
      #expect(reader.segments[0].seen.map(\.number) == [0, -1, 2])
      #expect(reader.segments[0].seen.map(\.cursor) == bench.stored(bench.alice).map(\.cursor))
    }
  }

  @Test("a place from which some are gone is refused with what is left", arguments: Carrier.allCases)
  func tooOld(_ carrier: Carrier) async throws {
    try await EventBench.with(carrier) { bench in
      try await bench.happen(5, to: bench.alice)
      try await bench.happen(1, to: bench.bob)
      try await bench.trim(bench.alice, keeping: 0)
      let reader = EventReader(bench, bench.alice)
      try await reader.connect()
      try await reader.subscribe(from: 4)
      #expect(reader.gaps.map(\.after) == [4], "its newest event is gone")
      #expect(reader.segments.map(\.from) == [5])
      let other = EventReader(bench, bench.bob)
      try await other.connect()
      try await other.subscribe(from: 0)
      try await other.catchUp()
      #expect(other.gaps.isEmpty, "of this app nothing is gone")
      // The numbering continues after a restart, even if the table is empty.
      try await bench.trim(bench.bob, keeping: 0)
      await bench.stop()
      try await bench.start()
      try await bench.happen(1, to: bench.alice)
      #expect(bench.stored(bench.alice).last?.cursor == 6, "what happens to others takes no place")
      let again = EventReader(bench, bench.alice)
      try await again.connect()
      try await again.subscribe(from: 5)
      try await again.catchUp()
      #expect(again.segments.map(\.seen.count) == [1])
    }
  }

  @Test("what is dropped before a running subscription sent it is told, not skipped", arguments: Carrier.allCases)
  func droppedUnderTheReader(_ carrier: Carrier) async throws {
    try await EventBench.with(carrier) { bench in
      let reader = EventReader(bench, bench.alice)
      try await reader.connect()
      try await reader.subscribe(from: 0)
      await reader.pause()
      for _ in 0..<16 { try await bench.happen(64, to: bench.alice, padding: 16_000) }
      let session = try #require(try bench.parts.apps.sessions.sessions(of: bench.alice.app).first)
      let connection = try #require(session.connection)
      _ = try await eventually("it waits for the reader") { await connection.canSendMore ? nil : true }
      try await bench.trim(bench.alice, keeping: 3)
      // The provider closes the connection. The next subscription is told the reason.
      try await reader.catchUp()
      #expect(reader.gaps.count == 1)
      reader.expectNothingMissedOrDoubled()
    }
  }

  @Test("old ones are dropped by age and number, and the log says so")
  func housekeeping() async throws {
    try await EventBench.with(.memory) { bench in
      let parts = try bench.parts
      try await bench.happen(3, to: bench.alice)
      var retention = EventRetention(parts.core, parts.configuration.events)
      try await retention.runIfDue()
      #expect(try await bench.span(bench.alice).oldest == .beginning)
      bench.clock.advance(by: .seconds(86_400 * Int64(parts.configuration.events.keepDays)))
      try await bench.happen(1, to: bench.alice)
      try await retention.runIfDue()
      #expect(try await bench.span(bench.alice).oldest == .beginning, "exactly so old is not too old")
      bench.clock.advance(by: parts.configuration.events.trimEvery)
      try await retention.runIfDue()
      #expect(try await bench.span(bench.alice).oldest == EventCursor(sequence: 3))
      try await bench.happen(parts.configuration.events.keepCount, to: bench.alice)
      bench.clock.advance(by: parts.configuration.events.trimEvery)
      try await retention.runIfDue()
      #expect(try await bench.span(bench.alice).oldest == EventCursor(sequence: 4))
      let entries = try await AuditQueries(ledger: parts.core.ledger).list(.init()).entries
      #expect(entries.map { $0.detail.text() } == [#"{"count":1,"through":"4"}"#, #"{"count":3,"through":"3"}"#])
    }
  }
}
