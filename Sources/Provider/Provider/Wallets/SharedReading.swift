import PaymentsAPI
import Synchronization

/// Something to read that is the same for all: whoever asks while a question waits for its turn shares that one, and
/// what is answered was never read before it was asked for.
final class SharedReading<Answer: Sendable>: Sendable {
  typealias Outcome = Result<Answer, PaymentsFailure>

  private struct State {
    var number: UInt64 = 0
    var waiting: Task<Outcome, Never>?
  }

  private let state = Mutex(State())

  /// - Parameter ask: calls back right before it reads.
  func read(
    _ ask: @escaping @Sendable (_ begun: @escaping @Sendable () -> Void) async -> Outcome
  ) async -> Outcome {
    let task = state.withLock { state in
      if let task = state.waiting { return task }
      state.number += 1
      let number = state.number
      // Nobody's own, so that one who leaves takes it from nobody.
      let task = Task { [self] in
        defer { close(number) }
        return await ask { [self] in close(number) }
      }
      state.waiting = task
      return task
    }
    return await task.value
  }

  /// Whoever comes from now on asks anew.
  private func close(_ number: UInt64) {
    state.withLock { state in if state.number == number { state.waiting = nil } }
  }
}
