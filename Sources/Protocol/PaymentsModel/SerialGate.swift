import Synchronization

/// Lets one task at a time run a section that may suspend, in the order of arrival. It is used for wallets that would
/// choose the same coins for two simultaneous payments.
public final class SerialGate: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Makes a gate that is free.
  public init() {}

  /// Waits until it is this task's turn. The task must call ``leave()`` afterwards.
  public func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Ends the turn of this task and lets the next task continue.
  public func leave() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
