import CLibWebSockets
import Platform
import Synchronization
public import Transport

/// A thread that runs one libwebsockets context, and the executor of everything that uses its sockets.
///
/// Actors whose `unownedExecutor` is this object use channels of this thread directly, without a hop. Listeners and
/// client connections may share one thread, and a process may have several. The thread runs until ``stop()``, which
/// must be called.
///
/// Jobs submitted from the thread itself run before it waits for sockets again; only jobs from other threads wake it.
/// After ``stop()`` jobs still run, one at a time and on another thread, so that no caller waits for ever.
public final class ServiceThread: EventLoop {
  private enum Work {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }

  private enum Phase {
    case running
    case stopping
    // The library's context is being destroyed and must not be woken any more.
    case ending
    case stopped
  }

  private struct Inbox {
    var phase = Phase.running
    var work: [Work] = []
    var timers = TimerQueue()
    var isSignalled = false
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  // The number of rounds of jobs after which the sockets are polled, so that many jobs do not keep sockets waiting.
  private static let roundsBetweenPolls = 32

  private let inbox = Mutex(Inbox())
  // The number of threads that are about to wake the library. Its context is destroyed only when this is 0.
  private let wakers = Atomic<Int>(0)
  private let identity = Atomic<UInt>(0)
  private let late = QueueLoop(label: "payport.late")

  /// The subprotocol of all listeners on this thread.
  public let subprotocol: String

  /// The library's context, which may be used on the thread only.
  let library: WebSocketContext

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: the name of the thread in debuggers, which show 15 bytes of it.
  ///   - subprotocol: the subprotocol that a client has to offer to listeners on this thread; a token (RFC 6455 section
  ///     4.1).
  ///   - limits: `readBufferBytes` and `messageBytes` set how many bytes are read and sent at once.
  ///   - log: receives the warnings and errors of libwebsockets, on any thread. There is one such closure per process,
  ///     the last one given. Without it the library is silent.
  /// - Throws: ``ServiceThreadError`` if a limit is invalid or the system has no memory, threads or descriptors left.
  public init(
    name: String = "payport-sockets", subprotocol: String = WebSocketListener.subprotocol, limits: Limits = Limits(),
    log: (@Sendable (String) -> Void)? = nil
  ) throws(ServiceThreadError) {
    do { try limits.validate() } catch { throw .invalidLimit(error) }
    if let log { LibraryLog.route(to: log) } else { LibraryLog.silenceUnlessRouted() }
    self.subprotocol = subprotocol
    library = try WebSocketContext(limits: limits)
    guard DetachedThread.start(name: name, { self.run() }) else {
      library.destroy()
      throw .cannotStart
    }
  }

  /// Ends all connections without a close, then the thread, and returns when it has ended. Further calls return at
  /// once. Listeners should be stopped before, so that peers receive a proper close.
  public func stop() async {
    await withCheckedContinuation { continuation in
      let isStopped = inbox.withLock { inbox in
        if inbox.phase == .stopped { return true }
        inbox.stopWaiters.append(continuation)
        if inbox.phase == .running {
          inbox.phase = .stopping
          library.wake()
        }
        return false
      }
      if isStopped { continuation.resume() }
    }
  }

  // MARK: EventLoop

  /// Whether the caller runs on the thread, or in a job that runs after the thread has ended.
  public var isCurrent: Bool {
    CurrentThread.identity == identity.load(ordering: .relaxed) || late.isCurrent
  }

  /// Runs a job soon.
  public func submit(_ job: @escaping @Sendable () -> Void) { add(.call(job)) }

  /// Runs a job of the concurrency runtime.
  public func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Runs a job after a delay.
  @discardableResult
  public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledJob {
    let scheduled = ScheduledJob(job)
    let deadline = ContinuousClock.now + max(.zero, delay)
    let mustWake = inbox.withLock { inbox in
      guard inbox.phase == .running else { return false }
      guard inbox.timers.insert(scheduled, at: deadline), !isServiceThread else { return false }
      return announceWake(&inbox)
    }
    if mustWake { wake() }
    return scheduled
  }

  /// Stops the program if the caller is not on the thread. It is called by `assumeIsolated`.
  public func checkIsolated() { precondition(isCurrent, "not on the service thread") }

  /// Tells the Swift runtime whether the caller is on the thread.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  // MARK: Inside

  private var isServiceThread: Bool { CurrentThread.identity == identity.load(ordering: .relaxed) }

  /// Whether `stop` has been called.
  var isStopping: Bool { inbox.withLock { $0.phase != .running } }

  private func add(_ work: Work) {
    let (isLate, mustWake) = inbox.withLock { inbox in
      guard inbox.phase != .stopped else { return (true, false) }
      inbox.work.append(work)
      return (false, !isServiceThread && announceWake(&inbox))
    }
    if mustWake { wake() }
    if isLate { late.submit { self.perform(work) } }
  }

  /// Whether the caller must call ``wake()`` after it has released the lock. While the lock is held, the phase says
  /// whether the context still exists.
  private func announceWake(_ inbox: inout Inbox) -> Bool {
    guard !inbox.isSignalled, inbox.phase == .running || inbox.phase == .stopping else { return false }
    inbox.isSignalled = true
    wakers.add(1, ordering: .relaxed)
    return true
  }

  // This is called without the lock, because the thread that wakes up takes the lock at once.
  private func wake() {
    library.wake()
    wakers.subtract(1, ordering: .releasing)
  }

  private func perform(_ work: Work) {
    switch work {
    case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
    case .call(let call): call()
    }
  }

  private func run() {
    identity.store(CurrentThread.identity, ordering: .relaxed)
    var batch: [Work] = []
    while drain(&batch) { library.service() }
    inbox.withLock { $0.phase = .ending }
    // No thread announces a wake any more, and those that have announced one finish soon.
    while wakers.load(ordering: .acquiring) > 0 { sched_yield() }
    library.destroy()
    finish(&batch)
  }

  /// Runs all waiting jobs; returns false if the thread has to stop.
  private func drain(_ batch: inout [Work]) -> Bool {
    if library.takeAlarm() {
      let now = ContinuousClock.now
      for job in inbox.withLock({ $0.timers.popDue(at: now) }) { job.fire() }
    }
    for _ in 0..<Self.roundsBetweenPolls {
      let (isRunning, deadline) = take(&batch)
      guard isRunning else { return false }
      guard !batch.isEmpty else {
        library.setAlarm(at: deadline)
        return true
      }
      performAll(&batch)
    }
    // Jobs may be left, so the next wait has to end at once.
    library.wake()
    return true
  }

  private func take(_ batch: inout [Work]) -> (isRunning: Bool, deadline: ContinuousClock.Instant?) {
    inbox.withLock { inbox in
      inbox.isSignalled = false
      swap(&inbox.work, &batch)
      return (inbox.phase == .running || !batch.isEmpty, inbox.timers.next)
    }
  }

  private func performAll(_ batch: inout [Work]) {
    for work in batch { perform(work) }
    batch.removeAll(keepingCapacity: batch.capacity <= 1024)
  }

  private func finish(_ batch: inout [Work]) {
    while true {
      let waiters: [CheckedContinuation<Void, Never>]? = inbox.withLock { inbox in
        swap(&inbox.work, &batch)
        guard batch.isEmpty else { return nil }
        inbox.phase = .stopped
        inbox.timers.removeAll()
        defer { inbox.stopWaiters = [] }
        return inbox.stopWaiters
      }
      guard let waiters else {
        performAll(&batch)
        continue
      }
      identity.store(0, ordering: .relaxed)
      for waiter in waiters { waiter.resume() }
      return
    }
  }
}

/// The reason why a service thread could not be started.
public enum ServiceThreadError: Error, Sendable, Hashable {
  /// A limit has an invalid value.
  case invalidLimit(InvalidLimit)
  /// The system is out of memory, threads or descriptors.
  case cannotStart
}

/// Identifies threads, whose handles have different types on the platforms.
enum CurrentThread {
  /// A number that identifies the calling thread while it lives. It is never 0.
  static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
