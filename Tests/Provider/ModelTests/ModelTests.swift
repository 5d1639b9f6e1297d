import Foundation
import PaymentsModel
import Testing

/// Compares the provider's code with a small model, under random operations, crashes, time-outs, duplicate deliveries
/// and clock jumps.
///
/// `PAYPORT_MODEL_RUNS` sets the number of runs, and `PAYPORT_MODEL_SEED` repeats the run of that seed.
@Suite struct ModelTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `never paid twice, never beyond what the owner allowed, whatever happens`() async throws {
    let runs = Self.number("PAYPORT_MODEL_RUNS") ?? 40
    let first = Self.number("PAYPORT_MODEL_SEED")
    var statistics = ModelStatistics()
    for seed in first.map({ $0...$0 }) ?? 1...max(runs, 1) {
      // Every fourth run has no crash: only then can it be verified that no lock is left.
      let steps = ModelStep.sequence(300, seed: seed).filter { seed % 4 != 0 || !$0.kind.isCrash }
      let outcome = await ModelRun.run(steps, seed: seed)
      statistics.add(outcome.statistics)
      guard outcome.failure != nil else { continue }
      let least = await ModelRun.shrink(steps, seed: seed, outcome, attempts: 300)
      let story = least.outcome.transcript.suffix(80).joined(separator: "\n")
      Issue.record(
        """
        \(outcome.failure ?? "")
        repeat it with PAYPORT_MODEL_SEED=\(seed); here in \(least.steps.count) of \(steps.count) steps: \
        \(least.outcome.failure ?? "")
        \(story)
        """)
      return
    }
    print("model: \(runs) runs, \(statistics)")
    if first == nil, runs >= 40 {
      // A run in which these situations do not occur proves nothing.
      #expect(statistics.crashes > 100)
      #expect(statistics.ends.count == 5, "\(statistics.ends)")
      #expect(statistics.refusedApprovals > 0 && statistics.exceeded > 0 && statistics.lowerFee > 0)
      #expect(statistics.lateCalls > 0 && statistics.duplicates > 0)
    }
  }

  @Test func `the same seed tells the same story`() async throws {
    let steps = ModelStep.sequence(300, seed: 7)
    let (one, other) = (await ModelRun.run(steps, seed: 7), await ModelRun.run(steps, seed: 7))
    #expect(one.transcript == other.transcript)
    #expect(!one.transcript.isEmpty)
  }
}

extension ModelStep.Kind {
  fileprivate var isCrash: Bool {
    switch self {
    case .crash, .crashWhileStoring, .crashAfterStoring: true
    default: false
    }
  }
}
