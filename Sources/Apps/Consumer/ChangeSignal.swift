import Synchronization

/// A number that only grows, and those who wait for it to grow.
public final class ChangeSignal: Sendable {
  private struct State {
    var version = 0
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number now: take it before looking at what may change, and wait beyond it afterwards.
  public var version: Int { state.withLock { $0.version } }

  /// A number that nobody waits for yet.
  public init() {}

  /// Something has changed.
  public func bump() {
    let waiters = state.withLock { state in
      state.version += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Waits until the number is above the given one.
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled.
  public func wait(beyond version: Int) async throws(CancellationError) {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Cancellation may have come before there was anything to resume.
        let goesOn = state.withLock { state in
          if state.version > version || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    if Task.isCancelled { throw CancellationError() }
  }
}
