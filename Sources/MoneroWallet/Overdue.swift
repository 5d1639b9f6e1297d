import JSON
import Synchronization
import WalletBackend

/// What was left undone when a call was cut off: it is made up for at the next occasion.
final class Overdue: Sendable {
  private struct State {
    var keyImages: Set<String> = []
    var mustStore = false
  }

  private let state = Mutex(State())

  /// Coins that nothing will be paid with.
  func thaw(_ keyImages: [String]) {
    state.withLock { state in
      state.keyImages.formUnion(keyImages)
      state.mustStore = true
    }
  }

  /// The wallet knows what is not written down.
  func store() { state.withLock { $0.mustStore = true } }

  /// All of it, which is taken for done from now on.
  func take() -> (keyImages: [String], mustStore: Bool) {
    state.withLock { state in
      defer { state = State() }
      return (state.keyImages.sorted(), state.mustStore)
    }
  }
}

extension MoneroWallet {
  /// Does what is overdue.
  func catchUp() async throws(WalletError) {
    let work = overdue.take()
    do throws(WalletError) {
      try await setFrozen(false, work.keyImages)
      if work.mustStore { try await store() }
    } catch {
      if !work.keyImages.isEmpty { overdue.thaw(work.keyImages) }
      if work.mustStore { overdue.store() }
      throw error
    }
  }

  /// A frozen coin is chosen for no other transaction; the one that was built from it can still be relayed.
  func setFrozen(_ isFrozen: Bool, _ keyImages: [String]) async throws(WalletError) {
    for image in keyImages {
      _ = try await rpc.wallet(isFrozen ? "freeze" : "thaw", ["key_image": .string(image)])
    }
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
