import Synchronization
import WalletBackend

/// Work that was left undone when a call was interrupted. It is done at the next opportunity.
final class Overdue: Sendable {
  private let mustStore = Mutex(false)

  /// Notes that the wallet has changes that are not stored.
  func store() { mustStore.withLock { $0 = true } }

  /// Returns whether the wallet has to be stored, and resets the note.
  func take() -> Bool {
    mustStore.withLock { mustStore in
      defer { mustStore = false }
      return mustStore
    }
  }
}

extension MoneroWallet {
  /// Does the work that was left undone.
  func catchUp() async throws(WalletError) {
    if overdue.take() { try await store() }
  }

  /// Lets the wallet store its state, which it does by itself only when it is closed. If that fails, it is noted as
  /// overdue.
  func store() async throws(WalletError) {
    do throws(WalletError) {
      _ = try await rpc.wallet("store")
    } catch {
      overdue.store()
      throw error
    }
  }
}
