import CSimulation
import PaymentsModel
import TestSupport

/// The number of a simulated process. All work that it begins is its own, and ends with it.
struct ProcessNumber: Hashable {
  let rawValue: Int
  /// Whatever is outside of the simulated processes.
  static let world = ProcessNumber(rawValue: 0)
}

/// Runs all work of all simulated processes on the one thread, in an order that the seed decides, in simulated time.
///
/// `nonisolated(unsafe)`: there is one thread.
enum Scheduler {
  /// What can run.
  private enum Work {
    case task(UnsafeMutableRawPointer)
    case timer(UnsafeMutableRawPointer)
    /// The first block of a queue.
    case queue(UnsafeMutableRawPointer)
  }

  private typealias Sleeping = (due: Int64, number: Int, timer: UnsafeMutableRawPointer, process: ProcessNumber)

  private nonisolated(unsafe) static var random = SeededRandom(0)
  private nonisolated(unsafe) static var ready: [(work: Work, process: ProcessNumber)] = []
  /// The one that is due first comes last.
  private nonisolated(unsafe) static var sleeping: [Sleeping] = []
  /// The blocks of each queue, in their order. A queue with blocks is ready once.
  private nonisolated(unsafe) static var queues:
    [UnsafeMutableRawPointer: [(block: UnsafeMutableRawPointer, process: ProcessNumber)]] = [:]
  /// Whose each task is: that of who began it, whoever wakes it.
  private nonisolated(unsafe) static var owners: [UInt64: ProcessNumber] = [:]
  private nonisolated(unsafe) static var count = 0
  /// Processes that stand still for a while.
  private nonisolated(unsafe) static var paused: Set<ProcessNumber> = []
  /// Processes of which nothing goes on, even if others wake it up.
  private nonisolated(unsafe) static var ended: Set<ProcessNumber> = []
  /// Whose work is running.
  private(set) nonisolated(unsafe) static var current = ProcessNumber.world
  /// The simulated time in nanoseconds since 1970.
  private(set) nonisolated(unsafe) static var now: Int64 = 0
  /// The same as the product tells it.
  static var timestamp: Timestamp { Timestamp(milliseconds: now / 1_000_000) }
  /// The number of works that were run.
  private(set) nonisolated(unsafe) static var steps = 0

  /// Begins anew: whatever was under way goes on no more.
  static func begin(seed: UInt64, at start: Int64) {
    random = SeededRandom(seed)
    dropAll()
    (owners, paused, current, count, steps) = ([:], [], .world, 0, 0)
    now = start
    simulation_begin(
      random.next(), start,
      simulation_work(
        ready: { job in if let job { Scheduler.add(task: job) } },
        queued: { queue, block in if let queue, let block { Scheduler.add(block, to: queue) } },
        sleeping: { timer, due in if let timer { Scheduler.add(timer: timer, due: due) } }))
  }

  private static func add(task job: UnsafeMutableRawPointer) {
    let task = simulation_task(job)
    let owner = task == 0 ? current : owners[task] ?? current
    if task != 0 { owners[task] = owner }
    if !ended.contains(owner) { ready.append((.task(job), owner)) }
  }

  private static func add(_ block: UnsafeMutableRawPointer, to queue: UnsafeMutableRawPointer) {
    guard !ended.contains(current) else { return }
    if queues[queue]?.isEmpty ?? true { ready.append((.queue(queue), current)) }
    queues[queue, default: []].append((block, current))
  }

  private static func add(timer: UnsafeMutableRawPointer, due: Int64) {
    guard !ended.contains(current) else { return }
    count += 1
    var (low, high) = (0, sleeping.count)
    while low < high {
      let middle = (low + high) / 2
      if sleeping[middle].due > due { low = middle + 1 } else { high = middle }
    }
    sleeping.insert((due, count, timer, current), at: low)
  }

  /// Does something in the name of a process: what it begins is that one's.
  static func within<Value>(_ process: ProcessNumber, _ body: () throws -> Value) rethrows -> Value {
    let before = current
    become(process)
    defer { become(before) }
    return try body()
  }

  private static func become(_ process: ProcessNumber) {
    current = process
    simulation_set_process(Int32(process.rawValue))
    SimulatedServer.currentProcess = process.rawValue
  }

  /// Runs one of the works that can run. Returns `false` if none can.
  static func step() -> Bool {
    guard let index = next() else { return false }
    steps += 1
    let (work, process) = ready[index]
    ready.swapAt(index, ready.count - 1)
    ready.removeLast()
    within(process) {
      switch work {
      case .task(let job): simulation_run(job)
      case .timer(let timer): simulation_wake(timer)
      case .queue(let queue): runFirst(of: queue)
      }
    }
    return true
  }

  private static func next() -> Int? {
    guard !paused.isEmpty else { return ready.isEmpty ? nil : random.below(ready.count) }
    let able = ready.indices.filter { !paused.contains(ready[$0].process) }
    return random.pick(able)
  }

  private static func runFirst(of queue: UnsafeMutableRawPointer) {
    guard var blocks = queues[queue], !blocks.isEmpty else { return }
    let (block, _) = blocks.removeFirst()
    queues[queue] = blocks
    // A queue that others put blocks into while this one runs is not yet ready again.
    if let following = blocks.first { ready.append((.queue(queue), following.process)) }
    simulation_run_block(queue, block)
  }

  /// Lets time pass, at most to the moment at which something is due.
  static func advance(atMost nanoseconds: Int64) {
    now = max(now, min(now + nanoseconds, sleeping.last?.due ?? .max))
    simulation_set_time(now)
    while let first = sleeping.last, first.due <= now {
      sleeping.removeLast()
      ready.append((.timer(first.timer), first.process))
    }
  }

  /// Lets time pass up to a moment, while whoever waits for it does nothing else.
  static func pass(until moment: Int64) {
    while now < moment { advance(atMost: moment - now) }
  }

  /// All work is dropped, and the processes with it.
  static func dropAll() {
    ready = []
    sleeping = []
    queues = [:]
    ended = []
  }

  /// A process stands still, as when the machine has no time for it; or goes on, if it stood still.
  static func togglePause(_ process: ProcessNumber) {
    if paused.remove(process) == nil { paused.insert(process) }
  }

  static func resume(_ process: ProcessNumber) { paused.remove(process) }

  /// A process has ended: nothing of it goes on. It is left in memory, as the runtime cannot take a task away.
  static func end(_ process: ProcessNumber) {
    simulation_kill(Int32(process.rawValue))
    ended.insert(process)
    paused.remove(process)
    ready.removeAll { $0.process == process }
    sleeping.removeAll { $0.process == process }
    for (queue, blocks) in queues where blocks.contains(where: { $0.process == process }) {
      let left = blocks.filter { $0.process != process }
      queues[queue] = left
    }
  }
}
