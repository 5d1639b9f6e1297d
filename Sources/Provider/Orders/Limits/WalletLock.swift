import JSON
package import Ledger
package import PaymentsModel
import Synchronization

/// Whether the owner locked the wallet. While it is locked, nothing new is paid, but money can still be received. The
/// state is kept over restarts.
package final class WalletLock: Sendable {
  private static let key = "wallet_locked"

  /// Why nothing new may be paid. The raw value is what the ledger has of it.
  package enum Reason: String, Sendable {
    /// The owner said so.
    case owner = "1"
    /// The provider took over a ledger of which it does not know whether the owner's last words are in it.
    case unvouchedLedger = "unvouched_ledger"
  }

  private let ledger: Ledger
  private let state = Mutex<Reason?>(nil)

  package init(ledger: Ledger) {
    self.ledger = ledger
  }

  /// Whether nothing new may be paid.
  package var isLocked: Bool { reason != nil }

  /// Why nothing new may be paid; `nil` if it may.
  package var reason: Reason? { state.withLock { $0 } }

  /// Reads the stored state.
  package func load() async throws(LedgerError) {
    let key = Self.key
    let stored = try await ledger.read { reader in try reader.setting(key) }
    state.withLock { $0 = stored.map { Reason(rawValue: $0) ?? .owner } }
  }

  /// Locks the wallet of a ledger that nobody vouches for, before anything else is done with it, and vouches for it then:
  /// paying is the owner's to decide. Another process may see this unit as the first that was written, and vouch by it: so
  /// all that has to be done is done in it.
  ///
  /// - Parameter preparing: what a ledger needs that may be an older copy.
  package static func lockUnvouched(
    _ ledger: Ledger, at now: Timestamp, preparing: @escaping @Sendable (LedgerTransaction) throws -> Void
  ) async throws(LedgerError) {
    let entry = AuditEntry(
      at: now, kind: "wallet.locked", app: nil, objectID: nil, ["because": .string(Reason.unvouchedLedger.rawValue)])
    try await ledger.write { transaction in
      try preparing(transaction)
      guard try !isLocked(transaction) else { return }
      try transaction.setSetting(key, Reason.unvouchedLedger.rawValue)
      try transaction.appendAudit(entry)
    }
    ledger.vouch()
  }

  /// Whether the ledger says that nothing new may be paid. The unit that stores a payment asks this: between a look at
  /// ``isLocked`` and the commit the owner may have been told that the wallet is locked.
  package static func isLocked(_ reader: LedgerReader) throws -> Bool { try reader.setting(key) != nil }

  /// Locks the wallet. Nothing new is started from this call on, and the lock is durable when it returns. Returns
  /// `false` if the wallet was locked already.
  package func lock(at now: Timestamp) async throws(LedgerError) -> Bool {
    let before = state.withLock { state in
      defer { state = state ?? .owner }
      return state
    }
    guard before == nil else { return false }
    do throws(LedgerError) {
      try await store(Reason.owner.rawValue, audit: "wallet.locked", at: now)
    } catch {
      state.withLock { $0 = nil }
      throw error
    }
    return true
  }

  /// Unlocks the wallet. The caller has to continue the orders that waited. Returns `false` if the wallet was not
  /// locked.
  package func unlock(at now: Timestamp) async throws(LedgerError) -> Bool {
    guard isLocked else { return false }
    try await store(nil, audit: "wallet.unlocked", at: now)
    state.withLock { $0 = nil }
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
