/// The steps of a seed, and what comes of them.
struct Story {
  let seed: UInt64
  var steps: [Step]

  init(seed: UInt64, count: Int) {
    self.seed = seed
    steps = Step.sequence(count, seed: seed)
  }

  /// Plays the steps, with some work of the processes between any two of them. Once in a process.
  ///
  /// - Parameter folder: where the simulated machines keep their files; empty.
  func play(in folder: String) throws -> Outcome {
    let world = try World(seed: seed, in: folder)
    var random = SeededRandom(seed &+ 1)
    let begun = Scheduler.now
    var outcome = Outcome()
    do {
      try world.begin()
      for step in steps {
        try world.take(step)
        world.run(atMost: random.below(240))
        try world.check()
      }
      try world.becomeKind()
      try world.checkEnd()
    } catch let violation as World.Violation {
      outcome.violation = violation.description
    }
    outcome.transcript = world.transcript
    outcome.orders = world.requests.count
    outcome.crashes = world.crashes
    outcome.milliseconds = (Scheduler.now - begun) / 1_000_000
    return outcome
  }
}
