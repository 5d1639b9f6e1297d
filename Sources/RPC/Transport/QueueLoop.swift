import Dispatch

/// An executor on a serial dispatch queue, for channel pairs in memory. It does not have to be stopped.
public final class QueueLoop: EventLoop {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
  private let queue: DispatchQueue

  /// Makes an executor with its own queue, which has a label for debuggers.
  public init(label: String = "loop") {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// Whether the caller runs on the queue.
  public var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  /// Runs a job soon.
  public func submit(_ job: @escaping @Sendable () -> Void) {
    queue.async { [self] in withExtendedLifetime(self) { job() } }
  }

  /// Runs a job after a delay.
  @discardableResult
  public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledJob {
    let scheduled = ScheduledJob(job)
    let (seconds, attoseconds) = max(.zero, delay).components
    let nanoseconds = Int(min(seconds, 1_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
      withExtendedLifetime(self) { scheduled.fire() }
    }
    return scheduled
  }

  /// Runs a job of the concurrency runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// Stops the program if the caller is not on the queue. It is called by `assumeIsolated`.
  public func checkIsolated() { precondition(isCurrent, "not on the executor") }

  /// Tells the Swift runtime whether the caller is on the queue.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
