import RPCRuntime
import TestSupport
import Testing

@testable import Provider

/// Runs random actions on a provider and a reader, and compares the received events with the stored ones.
@Suite("Events, random schedules", .timeLimit(.minutes(15)))
struct EventScheduleTests {
  private static let cases = Carrier.allCases.flatMap { carrier in (1...6).map { (carrier, UInt64($0)) } }

  @Test("nothing is missed or doubled, whatever happens in between", arguments: cases)
  func schedule(_ carrier: Carrier, _ seed: UInt64) async throws {
    try await EventBench.with(carrier) { bench in
      var random = SeededRandom(seed)
      let reader = EventReader(bench, bench.alice)
      for _ in 0..<120 {
        do {
          try await step(bench, reader, &random)
        } catch ConnectionError.closed {
          // The provider may close the connection at any time, and a call may notice that before the reader does.
          await reader.cut()
        } catch HandshakeError.closed {
          // A handshake that a busy machine carries out too slowly is ended by the provider, and an app begins another one.
          await reader.cut()
        }
      }
      try await bench.happen(1, to: bench.alice)
      try await reader.catchUp()
      reader.expectNothingMissedOrDoubled()
      #expect(reader.segments.count > 3)
    }
  }

  private func step(_ bench: EventBench, _ reader: EventReader, _ random: inout SeededRandom) async throws {
    if !reader.isConnected {
      try await reader.connect()
      try await reader.subscribe(from: reader.place)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<45:
      try await bench.happen(
        1 + Int.random(in: 0..<40, using: &random), to: bench.alice, padding: Int.random(in: 0..<3000, using: &random))
    case ..<55: try await bench.happen(1 + Int.random(in: 0..<9, using: &random), to: bench.bob)
    case ..<61: try await bench.trim(bench.alice, keeping: Int.random(in: 0..<80, using: &random))
    case ..<69: if reader.isPaused { await reader.resume() } else { await reader.pause() }
    case ..<77: await reader.cut()
    case ..<85:
      guard !reader.isPaused else { return }
      // Subscribes again on the same connection, from a place that the reader has passed already.
      try await reader.unsubscribe()
      try await reader.subscribe(from: Int64(Int.random(in: 0...Int(reader.place), using: &random)))
    case ..<89:
      await bench.stop()
      try await bench.start()
      await reader.cut()
    case ..<93: try await reader.catchUp()
    default: await Task.yield()
    }
  }
}
