import Dispatch
import Synchronization

/// Measures new connections per second, from the TCP connect until the first request can be sent.
struct Handshakes {
  let options: Options
  private static let threads = 4

  /// Adds `handshakes.TARGET` and `handshakes.cpu.TARGET`, the server's CPU time for each. The targets take turns.
  func measure(_ targets: [any Target], into measurements: inout Measurements) throws {
    for round in 1...options.rounds {
      note("round \(round) of \(options.rounds), handshakes")
      for target in targets {
        let before = processorNanoseconds(of: target.processID)
        let (count, seconds) = try connections(to: target)
        measurements.add("handshakes.\(target.key)", count / seconds, unit: "handshakes/s")
        if let before, let after = processorNanoseconds(of: target.processID) {
          measurements.add("handshakes.cpu.\(target.key)", Double(after - before) / 1000 / count, unit: "us")
        }
      }
    }
  }

  private func connections(to target: any Target) throws -> (count: Double, seconds: Double) {
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
    return (Double(count), seconds)
  }
}
