import Synchronization
import WalletBackend

/// What was left undone when a call was cut off: it is made up for at the next occasion.
final class Overdue: Sendable {
  private let mustStore = Mutex(false)

  /// The wallet knows what is not written down.
  func store() { mustStore.withLock { $0 = true } }

  /// Whether the wallet is to be written down, which is taken for done from now on.
  func take() -> Bool {
    mustStore.withLock { mustStore in
      defer { mustStore = false }
      return mustStore
    }
  }
}

extension MoneroWallet {
  /// Does what is overdue.
  func catchUp() async throws(WalletError) {
    if overdue.take() { try await store() }
  }

  /// Has the wallet written down: it does so by itself only when it is closed. Where that fails it is overdue.
  func store() async throws(WalletError) {
    do throws(WalletError) {
      _ = try await rpc.wallet("store")
    } catch {
      overdue.store()
      throw error
    }
  }
}
