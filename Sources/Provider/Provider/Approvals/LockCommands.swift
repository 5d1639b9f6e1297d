import Ledger
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// Locking and unlocking the wallet.
struct LockCommands {
  let payments: Payments
  let pin: OwnerPIN

  func lock(_: OwnerNothing) async throws -> LockReport {
    let isNew = try await payments.walletLock.lock(at: payments.core.clock.now())
    return tell(isNew)
  }

  func unlock(_ params: UnlockWallet.Params) async throws -> LockReport {
    if payments.walletLock.isLocked { try await pin.require(params.pin) }
    let isNew = try await payments.walletLock.unlock(at: payments.core.clock.now())
    for process in payments.orders.live { process.post(.unlocked) }
    return tell(isNew)
  }

  private func tell(_ isNew: Bool) -> LockReport {
    payments.wallets.setLocked(payments.walletLock.isLocked)
    payments.prompts.changed()
    let states = payments.orders.live.map { $0.read(\.state) }
    return LockReport(
      locked: payments.walletLock.isLocked, changed: isNew, paymentsWaiting: states.count { $0 == .approved },
      paymentsInFlight: states.count { $0 == .submitting || $0 == .inFlight })
  }
}
