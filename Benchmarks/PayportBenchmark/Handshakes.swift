import Dispatch
import Synchronization

/// Measures new connections per second, from the TCP connect until the first request can be sent.
struct Handshakes {
  let options: Options
  private static let threads = 4

  /// Adds `handshakes.TARGET`. The targets take turns.
  func measure(_ targets: [any Target], into measurements: inout Measurements) throws {
    for round in 1...options.rounds {
      note("round \(round) of \(options.rounds), handshakes")
      for target in targets {
        measurements.add("handshakes.\(target.key)", try perSecond(target), unit: "handshakes/s")
      }
    }
  }

  private func perSecond(_ target: any Target) throws -> Double {
    let outcome = Mutex<(count: Int, failure: BenchmarkError?)>((0, nil))
    let begin = monotonicNanoseconds()
    let end = begin + options.milliseconds * 1_000_000
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      var count = 0
      do {
        while monotonicNanoseconds() < end {
          _ = try target.connect()
          count += 1
        }
        outcome.withLock { $0.count += count }
      } catch {
        outcome.withLock { $0.failure = BenchmarkError("\(error)") }
      }
    }
    let seconds = Double(monotonicNanoseconds() - begin) / 1e9
    let (count, failure) = outcome.withLock { $0 }
    if let failure { throw failure }
    return Double(count) / seconds
  }
}
