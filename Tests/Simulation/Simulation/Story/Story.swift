import Platform
import TestSupport

/// The steps of a seed, and what comes of them.
struct Story {
  let seed: UInt64
  var steps: [Step]
  private let setting: Setting
  /// Where a trace for the model is stored.
  private let traces: String?
  /// How much simulated time passes after a step on the average, beside what the work takes.
  private let pause: Int64

  /// - Parameters:
  ///   - count: The number of steps.
  ///   - hours: How long the story is in simulated time, if it is to be longer than the work takes.
  ///   - kinds: What may happen.
  ///   - traces: Where a trace for the model is stored; the story is then one that the model can judge.
  init(
    seed: UInt64, count: Int, hours: Int = 0, of kinds: [Step.Kind] = Step.Kind.allCases, traces: String? = nil
  ) {
    self.seed = seed
    pause = Int64(hours) * 3_600_000_000_000 / Int64(max(count, 1))
    self.traces = traces
    setting = traces == nil ? Setting(seed: seed, isLong: hours > 0) : .forModel
    steps = Step.sequence(count, seed: seed, of: kinds).filter { traces == nil || $0.kind.isInModel }
  }

  /// Plays two stories, with one daemon and with several, for what a process reads and makes once: stories that are played
  /// in copies of it find all of that.
  ///
  /// - Parameter folder: where the simulated machines keep their files; empty.
  static func warmUp(in folder: String) throws {
    for isShared in [false, true] {
      let seeds = (1...100).lazy.map { UInt64($0) }
      guard let seed = seeds.first(where: { (Setting(seed: $0).daemons > 1) == isShared }) else { continue }
      let path = folder + "/\(isShared)"
      guard mkdir(path, 0o700) == 0 else { throw Series.Failure.system(errno) }
      _ = try Story(seed: seed, count: 80).play(in: path)
    }
  }

  /// Plays the steps, with some work of the processes between any two of them.
  ///
  /// - Parameter folder: where the simulated machines keep their files; empty.
  func play(in folder: String) throws -> Outcome {
    let world = try World(setting, seed: seed, in: folder)
    // To take it apart would be work, which nobody runs any more.
    defer { _ = Unmanaged.passRetained(world) }
    var random = SeededRandom(seed &+ 1)
    let begun = Scheduler.now
    var outcome = Outcome(hasNotBegun: true)
    do {
      try world.begin()
      outcome.hasNotBegun = false
      for step in steps {
        try world.take(step)
        // Some things happen at the same moment.
        world.run(atMost: random.percent(25) ? random.below(4) : random.below(280))
        if pause > 0 { world.wait(Int64(random.below(Int(2 * pause)))) }
        try world.check()
      }
      try world.becomeKind()
      try world.checkEnd()
    } catch let violation as World.Violation {
      outcome.violation = violation.description
    } catch {
      // It is the world that could not go on, and its transcript says where.
      outcome.violation = "the story cannot go on: \(error)"
    }
    if let traces { world.trace?.finish(in: "\(traces)/\(seed).jsonl") }
    outcome.transcript = world.transcript
    outcome.orders = world.requests.count
    outcome.crashes = world.crashes
    outcome.milliseconds = (Scheduler.now - begun) / 1_000_000
    return outcome
  }
}
