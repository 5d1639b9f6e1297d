import JSON
import Ledger
import Orders
import PaymentsCore
import PaymentsModel

/// A ledger that comes from a backup, before it takes the place of the one that was lost.
///
/// The lost one knew more: what was paid, what apps have cancelled and the owner has ended, and what the owner has taken
/// back. So nothing that the backup allows is done before the owner has said so again: paying is locked, each order that
/// has no transaction waits for the owner, and what apps remember of the lost ledger's events counts no more.
struct RestoredLedger {
  let ledger: Ledger

  /// Makes the ledger ready to go on, in one unit.
  ///
  /// - Returns: The number of orders that wait for the owner's word.
  func prepare(at now: Timestamp) async throws(LedgerError) -> Int {
    let lock = WalletLock(ledger: ledger)
    try await lock.load()
    _ = try await lock.lock(at: now)
    return try await ledger.write { transaction in
      try Self.beginAnew(transaction, at: now)
      let held = try Self.holdOrders(transaction, at: now)
      try transaction.appendAudit(
        AuditEntry(at: now, kind: "ledger.restored", app: nil, objectID: nil, ["orders_held": .integer(held)]))
      return held
    }
  }

  /// Does what a ledger needs that is, or may be, an older copy of one that went on: no transaction of before is sent again
  /// while paying is locked, what apps remember of its events counts no more, and no number of a question is given again.
  static func beginAnew(_ transaction: LedgerTransaction, at now: Timestamp) throws {
    try transaction.beginEventHistory(at: now)
    try transaction.setRestored(at: now)
    try QuestionNumbers.leaveOut(in: transaction)
  }

  /// Locks a ledger of which nobody knows whether the owner's last words are in it.
  ///
  /// - Returns: Whether it is such a ledger.
  static func lockIfUnvouched(_ ledger: Ledger, at now: Timestamp) async throws(LedgerError) -> Bool {
    guard !ledger.isVouchedFor else { return false }
    try await WalletLock.lockUnvouched(ledger, at: now) { try beginAnew($0, at: now) }
    return true
  }

  /// Lets the orders wait for the owner of which nobody knows what became of them after the backup.
  private static func holdOrders(_ transaction: LedgerTransaction, at now: Timestamp) throws -> Int {
    var count = 0
    for order in try transaction.openOrders() where order.progress.signedTransaction == nil {
      count += 1
      var held = order
      guard held.handle(.held, at: now).contains(.report) else { continue }
      try transaction.updateOrder(held, expectedVersion: order.version)
      try transaction.appendEvent(try NewEvent(held))
      try transaction.appendAudit([OrderAudit.held(held, at: now)])
    }
    return count
  }
}
