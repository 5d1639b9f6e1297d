import Synchronization

/// A counter that only grows, with tasks that wait for its growth.
public final class ChangeSignal: Sendable {
  private struct State {
    var version = 0
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The current value. Read it before you look at something that may change, and wait beyond it afterwards.
  public var version: Int { state.withLock { $0.version } }

  /// Creates a counter.
  public init() {}

  /// Increases the value, because something has changed, and resumes the waiting tasks.
  public func bump() {
    let waiters = state.withLock { state in
      state.version += 1
      return exchange(&state.waiters, with: [:])
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Waits until the value is greater than the given one.
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled.
  public func wait(beyond version: Int) async throws(CancellationError) {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The task may have been cancelled before its continuation was stored.
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
