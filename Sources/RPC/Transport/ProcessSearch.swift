import Dispatch
import Synchronization

/// Looks for the program at the other end of one connection, once.
///
/// Who connects decides how often there is something to look for, and everybody on the machine how long it takes: so
/// the searches of all connections follow one another on one queue, and nothing but their answers waits for them.
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

  /// What was found; nil before the search is over, too.
  var known: PeerDescription.Process? {
    state.withLock { if case .over(let found) = $0 { found } else { nil } }
  }

  /// Searches, unless that was done before.
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
