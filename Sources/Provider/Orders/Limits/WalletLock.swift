package import Ledger
package import PaymentsModel
import Synchronization

/// Whether the owner locked the wallet. While it is locked, nothing new is paid, but money can still be received. The
/// state is kept over restarts.
package final class WalletLock: Sendable {
  private static let key = "wallet_locked"

  private let ledger: Ledger
  private let state = Mutex(false)

  package init(ledger: Ledger) {
    self.ledger = ledger
  }

  /// Whether nothing new may be paid.
  package var isLocked: Bool { state.withLock { $0 } }

  /// Reads the stored state.
  package func load() async throws(LedgerError) {
    let key = Self.key
    let stored = try await ledger.read { reader in try reader.setting(key) }
    state.withLock { $0 = stored != nil }
  }

  /// Whether the ledger says that nothing new may be paid. The unit that stores a payment asks this: between a look at
  /// ``isLocked`` and the commit the owner may have been told that the wallet is locked.
  package static func isLocked(_ reader: LedgerReader) throws -> Bool { try reader.setting(key) != nil }

  /// Locks the wallet. Nothing new is started from this call on, and the lock is durable when it returns. Returns
  /// `false` if the wallet was locked already.
  package func lock(at now: Timestamp) async throws(LedgerError) -> Bool {
    let wasLocked = state.withLock { state in
      defer { state = true }
      return state
    }
    guard !wasLocked else { return false }
    do throws(LedgerError) {
      try await store("1", audit: "wallet.locked", at: now)
    } catch {
      state.withLock { $0 = false }
      throw error
    }
    return true
  }

  /// Unlocks the wallet. The caller has to continue the orders that waited. Returns `false` if the wallet was not
  /// locked.
  package func unlock(at now: Timestamp) async throws(LedgerError) -> Bool {
    guard isLocked else { return false }
    try await store(nil, audit: "wallet.unlocked", at: now)
    state.withLock { $0 = false }
    return true
  }

  private func store(_ value: String?, audit kind: String, at now: Timestamp) async throws(LedgerError) {
    let key = Self.key
    try await ledger.write { transaction -> Void in
      try transaction.setSetting(key, value)
      try transaction.appendAudit(AuditEntry(at: now, kind: kind, app: nil, objectID: nil, detail: "{}"))
    }
  }
}
