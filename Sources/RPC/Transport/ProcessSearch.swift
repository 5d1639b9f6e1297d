import Dispatch
import Synchronization

/// Looks up the program at the other end of one connection, once.
///
/// Clients decide how many searches there are, and all processes of the machine affect how long one takes. Therefore
/// the searches of all connections run one after another on one queue, and only their callers wait for them.
final class ProcessSearch: Sendable {
  private enum State {
    case notBegun
    case over(PeerDescription.Process?)
  }

  private static let queue = DispatchQueue(label: "payport.process-search", qos: .utility)

  private let lookUp: @Sendable () -> PeerDescription.Process?
  private let state = Mutex(State.notBegun)

  init(_ lookUp: @escaping @Sendable () -> PeerDescription.Process?) {
    self.lookUp = lookUp
  }

  /// The result of the search; nil if nothing was found or the search has not ended.
  var known: PeerDescription.Process? {
    state.withLock { if case .over(let found) = $0 { found } else { nil } }
  }

  /// Runs the search, unless it has already run, and returns its result.
  func result() async -> PeerDescription.Process? {
    if case .over(let found) = state.withLock({ $0 }) { return found }
    return await withCheckedContinuation { continuation in
      Self.queue.async { [self] in continuation.resume(returning: searched()) }
    }
  }

  private func searched() -> PeerDescription.Process? {
    if case .over(let found) = state.withLock({ $0 }) { return found }
    let found = lookUp()
    state.withLock { $0 = .over(found) }
    return found
  }
}
