import CLibWebSockets
import Platform
import Synchronization
public import Transport

/// A thread that runs one libwebsockets context, and the executor of everything that lives on its sockets.
///
/// Actors whose `unownedExecutor` is this object use channels of this thread directly, without a hop. Listeners and
/// client connections may share one; a process may have several. It runs until ``stop()``, which must be called.
///
/// Jobs that come from the thread itself run before it waits for sockets again; only those from other threads wake it.
/// After ``stop()`` jobs still run, one at a time and elsewhere, so that nobody who awaits one hangs.
public final class ServiceThread: EventLoop {
  private enum Work {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }

  private enum Phase {
    case running
    case stopping
    // The library's context is being destroyed: nobody may wake it any more.
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

  // A flood of jobs must not keep sockets waiting: after so many rounds they are looked at.
  private static let roundsBetweenPolls = 32

  private let inbox = Mutex(Inbox())
  // Threads that are about to wake the library; its context is destroyed only after them.
  private let wakers = Atomic<Int>(0)
  private let identity = Atomic<UInt>(0)
  private let late = QueueLoop(label: "payport.late")

  /// The subprotocol of all listeners on this thread.
  public let subprotocol: String

  /// What may be touched on the thread only.
  let library: WebSocketContext

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: the thread's name in debuggers; 15 bytes are shown.
  ///   - subprotocol: the one that a client has to offer to listeners on this thread, a token (RFC 6455 section 4.1).
  ///   - limits: `readBufferBytes` and `messageBytes` size what is read and sent at once.
  ///   - log: receives what libwebsockets has to say (warnings and errors), on any thread; one sink per process, the
  ///     last one given. Without it the library is silent.
  /// - Throws: ``ServiceThreadError`` when the system is out of memory, threads or descriptors.
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

  /// Ends all connections without a close, then the thread. Returns when it has ended; further calls return at once.
  /// Stop listeners before, so that peers get a proper close.
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

  /// Whether the caller runs on the thread, or in a late job after it has ended.
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

  /// Stops the program when the caller is elsewhere; called by `assumeIsolated`.
  public func checkIsolated() { precondition(isCurrent, "not on the service thread") }

  /// Tells the runtime whether the caller is here.
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

  /// Whether the caller must call ``wake()`` after it has let go of the lock; under it the phase says whether the
  /// context still exists.
  private func announceWake(_ inbox: inout Inbox) -> Bool {
    guard !inbox.isSignalled, inbox.phase == .running || inbox.phase == .stopping else { return false }
    inbox.isSignalled = true
    wakers.add(1, ordering: .relaxed)
    return true
  }

  // Without the lock: the thread that wakes up would find it taken.
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
    // No waker is announced any more, and those that were are about to be done.
    while wakers.load(ordering: .acquiring) > 0 { sched_yield() }
    library.destroy()
    finish(&batch)
  }

  /// Runs what is waiting. False when the thread is to stop.
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
    // Work may be left: the next wait must end at once.
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

/// Why a service thread could not be started.
public enum ServiceThreadError: Error, Sendable, Hashable {
  /// A limit makes no sense.
  case invalidLimit(InvalidLimit)
  /// The system is out of memory, threads or descriptors.
  case cannotStart
}

/// Telling threads apart, which the platforms type differently.
enum CurrentThread {
  /// A number that is the caller's thread as long as that lives; never 0.
  static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
