import PaymentsModel
import Synchronization
import WalletBackend

/// Counts the changes of the wallet that have to be stored, and those that were stored. Changes that were left unstored
/// because a call was interrupted are stored at the next opportunity.
final class UnstoredChanges: Sendable {
  private struct State {
    var changes = 0
    var stored = 0
  }

  private let state = Mutex(State())
  /// Lets the wallet be stored by one task at a time, so that the tasks that wait meanwhile share the next time.
  let storing = SerialGate()

  /// Counts a change, and returns its number.
  func add() -> Int {
    state.withLock { state in
      state.changes += 1
      return state.changes
    }
  }

  /// The number of the latest change.
  var latest: Int { state.withLock { $0.changes } }

  /// Whether a change was stored.
  func isStored(_ change: Int) -> Bool { state.withLock { $0.stored >= change } }

  /// Notes that all changes up to this one were stored.
  func noteStored(_ change: Int) { state.withLock { $0.stored = max($0.stored, change) } }
}

extension MoneroWallet {
  /// Stores what an interrupted call left unstored.
  func catchUp() async throws(WalletError) {
    try await store(unstored.latest)
  }

  /// Lets the wallet store its state, which it does by itself only when it is closed. Concurrent callers share a call. If
  /// it fails, it is repeated by the next ``catchUp()``.
  func store() async throws(WalletError) {
    try await store(unstored.add())
  }

  private func store(_ change: Int) async throws(WalletError) {
    guard !unstored.isStored(change) else { return }
    await unstored.storing.enter()
    defer { unstored.storing.leave() }
    // Another task may have stored this change while this one waited.
    guard !unstored.isStored(change) else { return }
    let latest = unstored.latest
    _ = try await rpc.wallet("store")
    unstored.noteStored(latest)
  }
}
