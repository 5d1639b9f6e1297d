import Platform

/// `Simulation [--seeds COUNT] [--first SEED] [--steps COUNT] [--story]`: plays stories of a provider in one process, in
/// simulated time and in an order that a seed decides. A violation is told with its seed, and with the fewest steps that
/// still have it.
@main
struct EntryPoint {
  static func main() throws {
    hashAlike()
    var seeds = 100
    var first: UInt64?
    var steps = 120
    var isStory = false
    var rest = CommandLine.arguments.dropFirst()
    while let option = rest.popFirst() {
      switch option {
      case "--seeds": seeds = rest.popFirst().flatMap { Int($0) } ?? seeds
      case "--first": first = rest.popFirst().flatMap { UInt64($0) }
      case "--steps": steps = rest.popFirst().flatMap { Int($0) } ?? steps
      case "--story": isStory = true
      default:
        print("Simulation [--seeds COUNT] [--first SEED] [--steps COUNT] [--story]")
        exit(64)
      }
    }
    let start = first ?? UInt64.random(in: 1...UInt64(1 << 40))
    // What libraries do once in a process, some of it with threads of their own, is over before the first story.
    _ = try play(Step.sequence(steps, seed: 0), seed: 0)
    let begun = clock()
    var total = Outcome()
    for seed in start..<start + UInt64(seeds) {
      let story = Step.sequence(steps, seed: seed)
      let outcome = try play(story, seed: seed)
      total.add(outcome)
      if isStory { print(outcome.transcript.joined(separator: "\n")) }
      guard let violation = outcome.violation else { continue }
      let least = try shrink(story, seed: seed)
      print("seed \(seed): \(violation)")
      print("in \(least.steps.count) of \(story.count) steps: \(least.outcome.violation ?? "")")
      print(least.outcome.transcript.suffix(60).joined(separator: "\n"))
      print("repeat it with: Simulation --first \(seed) --seeds 1 --steps \(steps) --story")
      exit(1)
    }
    let seconds = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
    print(
      "simulation: seeds \(start) to \(start + UInt64(seeds) - 1), \(total.orders) orders, \(total.crashes) crashes, "
        + "\(total.days) simulated days, \(Int(Double(total.orders) / seconds)) orders a second of CPU, "
        + "digest \(String(total.digest, radix: 16))")
  }

  /// Sets and dictionaries have the same order in each process only if the standard library is told so before it starts.
  private static func hashAlike() {
    guard getenv("SWIFT_DETERMINISTIC_HASHING") == nil else { return }
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
  }

  struct Outcome {
    var violation: String?
    var transcript: [String] = []
    var orders = 0
    var crashes = 0
    var milliseconds: Int64 = 0
    /// FNV-1a of all transcripts, by which two runs of the same seeds are compared.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    var days: Int64 { milliseconds / 86_400_000 }

    mutating func add(_ other: Outcome) {
      orders += other.orders
      crashes += other.crashes
      milliseconds += other.milliseconds
      for line in other.transcript { for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    }
  }

  /// Plays the steps, with some work of the tasks between any two of them.
  static func play(_ steps: [Step], seed: UInt64) throws -> Outcome {
    let world = try World(seed: seed)
    var random = SeededRandom(seed &+ 1)
    let begun = Scheduler.now
    var outcome = Outcome()
    do {
      for step in steps {
        try world.take(step)
        for _ in 0..<random.next() % 80 where !Scheduler.step() { Scheduler.advance(atMost: 500_000_000) }
        if world.hasFailed { world.crash() }
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
    Scheduler.dropAll()
    return outcome
  }

  /// Leaves out steps as long as the story still has a violation.
  static func shrink(_ steps: [Step], seed: UInt64) throws -> (steps: [Step], outcome: Outcome) {
    var (least, outcome) = (steps, try play(steps, seed: seed))
    var size = max(1, steps.count / 2)
    while size >= 1 {
      var start = 0
      while start < least.count {
        var fewer = least
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        let tried = try play(fewer, seed: seed)
        if tried.violation != nil { (least, outcome) = (fewer, tried) } else { start += size }
      }
      if size == 1 { break }
      size /= 2
    }
    return (least, outcome)
  }
}
