import Synchronization

/// Tells any number of listeners the same, each in a sequence of its own. May be used from any thread.
package final class Multicast<Element: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  /// One to which nobody listens.
  package init() {}

  /// A sequence of what is told from now on.
  package func listen() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let number = state.withLock { state in
      state.last += 1
      state.listeners[state.last] = continuation
      return state.last
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  /// Tells all who listen now.
  package func tell(_ element: Element) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(element) }
  }

  /// Ends the sequences of all who listen now.
  package func finish() {
    for listener in state.withLock({ exchange(&$0.listeners, with: [:]) }).values { listener.finish() }
  }

  private func forget(_ number: Int) {
    // Its continuation is freed outside of the lock.
    let listener = state.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(listener) {}
  }
}
