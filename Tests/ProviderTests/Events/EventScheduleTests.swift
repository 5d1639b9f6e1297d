import RPCRuntime
import TestSupport
import Testing

@testable import Provider

/// A random life of a provider and a reader; what the reader saw is compared with what was stored.
@Suite("Events, random schedules", .timeLimit(.minutes(3)))
struct EventScheduleTests {
  private static let cases = Carrier.allCases.flatMap { carrier in (1...6).map { (carrier, UInt64($0)) } }

  @Test("nothing is missed or doubled, whatever happens in between", arguments: cases)
  func schedule(_ carrier: Carrier, _ seed: UInt64) async throws {
    try await EventBench.with(carrier) { bench in
      var random = Random(state: seed)
      let reader = EventReader(bench, bench.alice)
      for _ in 0..<120 {
        do {
          try await step(bench, reader, &random)
        } catch ConnectionError.closed {
          // The provider may end the line at any time, and a call may learn it before the reader does.
          await reader.cut()
        }
      }
      try await bench.happen(1, to: bench.alice)
      try await reader.catchUp()
      reader.expectNothingMissedOrDoubled()
      #expect(reader.segments.count > 3)
    }
  }

  private func step(_ bench: EventBench, _ reader: EventReader, _ random: inout Random) async throws {
    if !reader.isConnected {
      try await reader.connect()
      try await reader.subscribe(from: reader.place)
    }
    switch random.below(100) {
    case ..<45: try await bench.happen(1 + random.below(40), to: bench.alice, padding: random.below(3000))
    case ..<55: try await bench.happen(1 + random.below(9), to: bench.bob)
    case ..<61: try await bench.trim(bench.alice, keeping: random.below(80))
    case ..<69: if reader.isPaused { await reader.resume() } else { await reader.pause() }
    case ..<77: await reader.cut()
    case ..<85:
      guard !reader.isPaused else { return }
      // Anew on the same connection, from somewhere that it has been before.
      try await reader.unsubscribe()
      try await reader.subscribe(from: Int64(random.below(Int(reader.place) + 1)))
    case ..<89:
      await bench.stop()
      try await bench.start()
      await reader.cut()
    case ..<93: try await reader.catchUp()
    default: await Task.yield()
    }
  }

  /// SplitMix64: the same schedule for the same seed.
  private struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((value ^ (value >> 31)) % UInt64(max(bound, 1)))
    }
  }
}
