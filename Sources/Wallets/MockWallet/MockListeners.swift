import Synchronization
import WalletBackend

/// Those who are told of changes to a ``MockNetwork``.
final class MockListeners: Sendable {
  private struct State {
    var nextID: UInt64 = 0
    var continuations: [UInt64: AsyncStream<WalletHint>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Returns a stream with an element for each change, or for several that nobody has heard of yet.
  func listen() -> AsyncStream<WalletHint> {
    let (stream, continuation) = AsyncStream.makeStream(of: WalletHint.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.nextID += 1
      state.continuations[state.nextID] = continuation
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.continuations[id] = nil } }
    return stream
  }

  /// Tells of a change.
  func tell() {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(.transactions) }
  }
}
