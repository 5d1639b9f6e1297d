import Ledger
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// Locking and unlocking the wallet.
struct LockCommands {
  let context: ProviderContext

  func lock(_: OwnerNothing) async throws -> LockReport {
    let isNew = try await context.walletLock.lock(at: context.clock.now())
    return tell(isNew)
  }

  func unlock(_ params: UnlockWallet.Params) async throws -> LockReport {
    if context.walletLock.isLocked { try await context.pin.require(params.pin) }
    let isNew = try await context.walletLock.unlock(at: context.clock.now())
    for process in context.orders.live { process.post(.unlocked) }
    return tell(isNew)
  }

  private func tell(_ isNew: Bool) -> LockReport {
    context.wallets.setLocked(context.walletLock.isLocked)
    context.notices.changed()
    let states = context.orders.live.map { $0.read(\.state) }
    return LockReport(
      locked: context.walletLock.isLocked, changed: isNew, paymentsWaiting: states.count { $0 == .approved },
      paymentsInFlight: states.count { $0 == .submitting || $0 == .inFlight })
  }
}
