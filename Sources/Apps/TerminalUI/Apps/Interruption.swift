import Dispatch
import Platform
import Synchronization

/// Makes Ctrl-C (SIGINT) and SIGTERM cancel the current work instead of ending the process.
package final class Interruption: Sendable {
  private struct State {
    var cancel: (@Sendable () -> Void)?
    var terminate: (@Sendable () -> Void)?
    var isCancelled = false
    /// Whether a signal has come with which the interactive mode ends.
    var isTerminated = false
  }

  private let state = Mutex(State())
  // Dispatch does not declare its sources as Sendable. They can be used from any thread, and here they are only kept
  // alive.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  private let endsAtSecond: Bool

  /// Handles SIGINT, SIGTERM and SIGHUP until the process ends.
  ///
  /// - Parameters:
  ///   - endsAtSecond: whether a second Ctrl-C ends the process at once, in case the work ignores the first.
  ///   - signals: other signals to handle instead, for tests.
  package init(endsAtSecond: Bool, signals: [Int32]? = nil) {
    self.endsAtSecond = endsAtSecond
    let signals = signals ?? [SIGINT, SIGTERM, SIGHUP]
    sources = signals.map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "payport.signals"))
    }
    for (source, number) in zip(sources, signals) { source.begin { [weak self] in self?.received(number) } }
  }

  /// Sets an additional action for SIGTERM and SIGHUP, with which the interactive mode ends. It is taken at once if one came
  /// while something else was done.
  package func onTermination(_ terminate: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      state.terminate = terminate
      return state.isTerminated
    }
    if hasCome { terminate() }
  }

  /// Runs work that a signal cancels. While no work runs, a signal does nothing.
  package func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await work() }
    state.withLock { state in
      state.cancel = { task.cancel() }
      state.isCancelled = false
    }
    defer { state.withLock { $0.cancel = nil } }
    return try await task.value
  }

  /// A signal has come. It is called on the queue of its source.
  func received(_ number: Int32) {
    let (cancel, terminate, isSecond) = state.withLock { state in
      if number != SIGINT { state.isTerminated = true }
      return (state.cancel, state.terminate, exchange(&state.isCancelled, with: true))
    }
    if endsAtSecond, isSecond { _exit(130) }
    if number != SIGINT { terminate?() }
    cancel?()
  }
}
