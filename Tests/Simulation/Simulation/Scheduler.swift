import CSimulation

/// Runs all tasks of the process on its one thread, in an order that the seed decides, in simulated time.
///
/// `nonisolated(unsafe)`: there is one thread.
enum Scheduler {
  private nonisolated(unsafe) static var random = SeededRandom(0)
  private enum Work {
    case job(UnsafeMutableRawPointer)
    case timer(UnsafeMutableRawPointer)
  }

  private nonisolated(unsafe) static var ready: [Work] = []
  private nonisolated(unsafe) static var sleeping: [(due: Int64, number: Int, timer: UnsafeMutableRawPointer)] = []
  private nonisolated(unsafe) static var count = 0
  /// The simulated time in nanoseconds since 1970.
  private(set) nonisolated(unsafe) static var now: Int64 = 0
  /// The number of jobs that were run.
  private(set) nonisolated(unsafe) static var jobs = 0

  static func begin(seed: UInt64, at start: Int64) {
    random = SeededRandom(seed)
    now = start
    simulation_begin(
      random.next(), start,
      { job in if let job { Scheduler.ready.append(.job(job)) } },
      { timer, due in
        guard let timer else { return }
        Scheduler.count += 1
        Scheduler.sleeping.append((due, Scheduler.count, timer))
      })
  }

  /// Runs one of the tasks that can run. Returns `false` if none can.
  static func step() -> Bool {
    guard !ready.isEmpty else { return false }
    jobs += 1
    switch ready.remove(at: Int(random.next() % UInt64(ready.count))) {
    case .job(let job): simulation_run(job)
    case .timer(let timer): simulation_wake(timer)
    }
    return true
  }

  /// Lets time pass, at most to the moment at which the next task wakes up.
  static func advance(atMost nanoseconds: Int64) {
    let next = sleeping.map(\.due).min() ?? .max
    now = max(now, min(now + nanoseconds, next))
    simulation_set_time(now)
    let due = sleeping.filter { $0.due <= now }.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
    sleeping.removeAll { $0.due <= now }
    ready += due.map { .timer($0.timer) }
  }

  /// The process has ended: none of its tasks goes on. They are left in memory, as the runtime cannot take a task away.
  static func dropAll() {
    ready = []
    sleeping = []
  }
}

/// Numbers that follow from a seed: SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Whether something with this chance happens.
  mutating func percent(_ chance: Int) -> Bool { Int(next() % 100) < chance }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int(next() % UInt64(elements.count))]
  }
}
