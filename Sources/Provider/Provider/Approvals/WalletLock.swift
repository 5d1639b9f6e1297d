import Ledger
import PaymentsModel
import Synchronization

/// Whether the owner locked the wallet: receiving goes on, and nothing new is paid until it is unlocked. Survives
/// restarts.
final class WalletLock: Sendable {
  private static let key = "wallet_locked"

  private let ledger: Ledger
  private let state = Mutex(false)

  init(ledger: Ledger) {
    self.ledger = ledger
  }

  /// Whether nothing new may be paid.
  var isLocked: Bool { state.withLock { $0 } }

  /// Reads how it was left.
  func load() async throws(LedgerError) {
    let key = Self.key
    let stored = try await ledger.read { reader throws(LedgerError) in try reader.setting(key) }
    state.withLock { $0 = stored != nil }
  }

  /// Locks; nothing new is begun from this call on, and what it answers is durable. False where it was locked already.
  func lock(at now: Timestamp) async throws(LedgerError) -> Bool {
    let wasLocked = state.withLock { state in
      defer { state = true }
      return state
    }
    guard !wasLocked else { return false }
    do throws(LedgerError) {
      try await store("1", "wallet.locked", now)
    } catch {
      state.withLock { $0 = false }
      throw error
    }
    return true
  }

  /// Unlocks; the caller lets go on what waited. False where it was not locked.
  func unlock(at now: Timestamp) async throws(LedgerError) -> Bool {
    guard isLocked else { return false }
    try await store(nil, "wallet.unlocked", now)
    state.withLock { $0 = false }
    return true
  }

  private func store(_ value: String?, _ kind: String, _ now: Timestamp) async throws(LedgerError) {
    let key = Self.key
    try await ledger.write { transaction throws(LedgerError) -> Void in
      try transaction.setSetting(key, value)
      try transaction.appendAudit(AuditEntry(at: now, kind: kind, app: nil, objectID: nil, detail: "{}"))
    }
  }
}
