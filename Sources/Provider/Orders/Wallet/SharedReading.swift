import Synchronization

/// Shares the result of reading something that is the same for all callers. A caller that arrives while a reading waits
/// for its turn shares that reading. The result was therefore never read before the caller asked for it.
package final class SharedReading<Answer: Sendable>: Sendable {
  package typealias Outcome = Result<Answer, WalletCallFailure>

  private struct State {
    var number: UInt64 = 0
    var waiting: Task<Outcome, Never>?
  }

  private let state = Mutex(State())

  /// - Parameter ask: Reads the value. It has to call the closure that it is given immediately before it reads.
  package func read(
    _ ask: @escaping @Sendable (_ begun: @escaping @Sendable () -> Void) async -> Outcome
  ) async -> Outcome {
    let task = state.withLock { state in
      if let task = state.waiting { return task }
      state.number += 1
      let number = state.number
      // The task is unstructured, so that a caller that is cancelled does not cancel it for the others.
      let task = Task { [self] in
        defer { close(number) }
        return await ask { [self] in close(number) }
      }
      state.waiting = task
      return task
    }
    return await task.value
  }

  /// Ends the sharing of a reading. Callers that arrive from now on start a new one.
  private func close(_ number: UInt64) {
    state.withLock { state in if state.number == number { state.waiting = nil } }
  }
}
