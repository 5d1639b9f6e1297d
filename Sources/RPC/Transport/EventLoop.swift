import Synchronization

/// A serial executor that also keeps time: what actors living on a carrier's thread need for deadlines.
///
/// All members may be used from any thread.
public protocol EventLoop: SerialExecutor {
  /// Whether the caller runs on this executor, inside a job or a delegate call.
  var isCurrent: Bool { get }

  /// Runs a job soon, after those submitted or enqueued before it.
  func submit(_ job: @escaping @Sendable () -> Void)

  /// Runs a job once after a delay, unless it is cancelled before. Resolution is about a millisecond, and jobs whose
  /// times are near may run in any order. Jobs that are
  /// still waiting when the executor stops are dropped.
  @discardableResult
  func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledJob
}

/// A job that waits for its time.
public final class ScheduledJob: Sendable {
  private let job: Mutex<(@Sendable () -> Void)?>

  /// A job, for executors to keep until its time.
  public init(_ job: @escaping @Sendable () -> Void) { self.job = Mutex(job) }

  /// Makes sure that the job will not start any more. From the executor itself this is exact; from elsewhere the job
  /// may be running now. What it captured is released at once.
  public func cancel() { take() }

  /// Whether it has been cancelled or has run.
  public var isSpent: Bool { job.withLock { $0 == nil } }

  /// Runs the job unless it is spent; for executors.
  public func fire() { take()?() }

  @discardableResult
  private func take() -> (@Sendable () -> Void)? {
    job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
