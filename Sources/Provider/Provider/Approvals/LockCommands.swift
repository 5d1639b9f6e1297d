import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// Locking and unlocking the wallet.
struct LockCommands {
  /// How many of the payments that wait are named.
  private static let mostNamed = 50

  let payments: Payments
  let pin: OwnerPIN

  func lock(_: OwnerNothing) async throws -> LockReport {
    let isNew = try await payments.orders.lock.lock(at: payments.core.clock.now())
    return try await tell(isNew)
  }

  func unlock(_ params: UnlockWallet.Params) async throws -> LockReport {
    if payments.orders.lock.isLocked { try await pin.require(params.pin) }
    let isNew = try await payments.orders.lock.unlock(at: payments.core.clock.now())
    // What goes on is named as it was before it does.
    let report = try await tell(isNew)
    for process in payments.orders.live { process.post(.unlocked) }
    return report
  }

  private func tell(_ isNew: Bool) async throws -> LockReport {
    payments.wallets.refresh()
    payments.orders.questions.changed()
    let orders = payments.orders.live.map(\.order)
    let waiting = orders.filter(\.goesOnByItself).sorted { $0.terms.createdAt < $1.terms.createdAt }
    let names = try await payments.core.ledger.read { reader in try NamesOfApps(reader) }
    var room = AnswerRoom()
    return LockReport(
      locked: payments.orders.lock.isLocked, changed: isNew, paymentsWaiting: waiting.count,
      waiting: room.fitting(waiting.prefix(Self.mostNamed).lazy.map { OwnerOrder($0, names[$0.terms.app]) }),
      paymentsToLookAt: orders.count { $0.progress.waitingFor == .review },
      paymentsInFlight: orders.count { $0.state == .submitting || $0.state == .inFlight })
  }
}

extension OrderMachine {
  /// Whether nothing but the wallet, or the lock, keeps the order from being paid.
  var goesOnByItself: Bool { state == .approved && isCancellable }
}
