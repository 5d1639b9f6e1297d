import Synchronization

/// A serial executor with timers. Actors that run on the thread of a carrier use it for their deadlines.
///
/// All members may be used from any thread.
public protocol EventLoop: SerialExecutor {
  /// Whether the caller runs on this executor, inside a job or a delegate call.
  var isCurrent: Bool { get }

  /// Runs a job soon, after all jobs submitted or enqueued before it.
  func submit(_ job: @escaping @Sendable () -> Void)

  /// Runs a job once after a delay, unless it is cancelled before. The resolution is about a millisecond, and jobs with
  /// almost the same time may run in any order. Jobs that are still waiting when the executor stops are dropped.
  @discardableResult
  func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledJob
}

/// A job that waits for its scheduled time.
public final class ScheduledJob: Sendable {
  private let job: Mutex<(@Sendable () -> Void)?>

  /// Makes a job. An executor keeps it until its time.
  public init(_ job: @escaping @Sendable () -> Void) { self.job = Mutex(job) }

  /// Prevents the job from starting. When called on the executor the job never runs afterwards; when called elsewhere
  /// it may be running already. The values that it captured are released at once.
  public func cancel() { take() }

  /// Whether the job has been cancelled or has run.
  public var isSpent: Bool { job.withLock { $0 == nil } }

  /// Runs the job unless it is spent. It is called by executors.
  public func fire() { take()?() }

  @discardableResult
  private func take() -> (@Sendable () -> Void)? {
    job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
