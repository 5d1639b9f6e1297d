import Synchronization

/// Runs jobs after a delay, with a single sleeping task for any number of jobs. While a
/// wallet does not answer, thousands of payments wait to ask it again, and a sleeping task for each would cost more than
/// the questions themselves.
///
/// There are few different delays, and jobs with the same delay become due in the order in which they were added. Each
/// delay therefore has a queue of its own, and only the time of its first job matters.
package final class DelayQueue: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct Entry {
    let deadline: ContinuousClock.Instant
    let run: Job
  }

  private struct Queue {
    var jobs: [Entry] = []
    // The index of the first waiting job. Increasing it is cheaper than removing jobs from the array.
    var first = 0

    var next: ContinuousClock.Instant? { first < jobs.count ? jobs[first].deadline : nil }

    mutating func takeDue(at now: ContinuousClock.Instant) -> ArraySlice<Entry> {
      var end = first
      while end < jobs.count, jobs[end].deadline <= now { end += 1 }
      let due = jobs[first..<end]
      first = end
      if first * 2 >= jobs.count {
        jobs.removeFirst(first)
        first = 0
      }
      return due
    }
  }

  private struct State {
    var queues: [Duration: Queue] = [:]
    var sleepsUntil: ContinuousClock.Instant?
    var sleeper: Task<Void, Never>?
  }

  private let state = Mutex(State())

  deinit { state.withLock { $0.sleeper?.cancel() } }

  /// Runs a job after a delay on any thread, or at once if the delay is zero. Jobs must not block.
  package func run(after wait: Duration, _ job: @escaping @Sendable () -> Void) {
    guard wait > .zero else { return job() }
    let deadline = ContinuousClock.now + wait
    state.withLock { state in
      state.queues[wait, default: Queue()].jobs.append(Entry(deadline: deadline, run: job))
      sleep(&state)
    }
  }

  /// Ensures that the sleeping task wakes up for the first deadline.
  private func sleep(_ state: inout State) {
    guard let first = state.queues.values.compactMap(\.next).min() else { return }
    if let until = state.sleepsUntil, until <= first { return }
    state.sleeper?.cancel()
    state.sleepsUntil = first
    state.sleeper = Task { [weak self] in
      // The sleep is cancelled if another task wakes up earlier.
      guard (try? await Task.sleep(until: first, clock: .continuous)) != nil else { return }
      self?.wake()
    }
  }

  private func wake() {
    let now = ContinuousClock.now
    let due = state.withLock { state in
      var due: [Entry] = []
      for wait in Array(state.queues.keys) {
        due += state.queues[wait]?.takeDue(at: now) ?? []
        if state.queues[wait]?.next == nil { state.queues[wait] = nil }
      }
      state.sleepsUntil = nil
      sleep(&state)
      return due
    }
    // After a late wake-up, jobs of several queues can be due.
    for entry in due.sorted(by: { $0.deadline < $1.deadline }) { entry.run() }
  }
}
