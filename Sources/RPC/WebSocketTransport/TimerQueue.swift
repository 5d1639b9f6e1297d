import Transport

/// A binary heap of jobs, ordered by deadline. Cancelled jobs stay until their time, or until they outnumber the
/// others.
struct TimerQueue {
  private struct Entry {
    var deadline: ContinuousClock.Instant
    // Jobs with the same deadline run in the order in which they were scheduled.
    var order: UInt64
    var job: ScheduledJob

    func isBefore(_ other: Entry) -> Bool { (deadline, order) < (other.deadline, other.order) }
  }

  private static let smallestSweep = 64

  private var heap: [Entry] = []
  private var lastOrder: UInt64 = 0
  private var sweepAt = smallestSweep

  /// The earliest deadline.
  var next: ContinuousClock.Instant? { heap.first?.deadline }

  /// Inserts a job; returns true if it is now the earliest.
  mutating func insert(_ job: ScheduledJob, at deadline: ContinuousClock.Instant) -> Bool {
    if heap.count >= sweepAt { sweep() }
    lastOrder += 1
    heap.append(Entry(deadline: deadline, order: lastOrder, job: job))
    siftUp(heap.count - 1)
    return heap[0].order == lastOrder
  }

  /// Removes and returns all jobs whose deadline has passed, in order.
  mutating func popDue(at now: ContinuousClock.Instant) -> [ScheduledJob] {
    var due: [ScheduledJob] = []
    while let first = heap.first, first.deadline <= now || first.job.isSpent {
      due.append(first.job)
      let last = heap.removeLast()
      if !heap.isEmpty {
        heap[0] = last
        siftDown(0)
      }
    }
    return due
  }

  /// Removes all jobs without running them.
  mutating func removeAll() { self = TimerQueue() }

  private mutating func sweep() {
    heap.removeAll { $0.job.isSpent }
    heap.sort { $0.isBefore($1) }
    sweepAt = max(Self.smallestSweep, heap.count * 2)
  }

  private mutating func siftUp(_ index: Int) {
    var child = index
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ index: Int) {
    var parent = index
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
