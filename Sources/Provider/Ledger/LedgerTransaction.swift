import GRDB

/// The reads and writes of one unit. A transaction is valid only inside the closure that it was passed to.
package final class LedgerTransaction: LedgerReader {
  /// The end of the audit chain inside this transaction; `nil` until it was read, and after any rollback.
  var auditEnd: AuditHead?

  /// Whether a transaction is open. Some errors of SQLite end it.
  var isOpen: Bool { database.isInsideTransaction }

  /// The number of rows that the last statement changed.
  var changedRows: Int { database.changesCount }

  func begin() throws {
    auditEnd = nil
    try execute("BEGIN IMMEDIATE")
  }

  func commit() throws {
    if let fatal { throw fatal }
    try execute("COMMIT")
  }

  func rollBack() throws {
    auditEnd = nil
    try execute("ROLLBACK")
  }

  func openSavepoint() throws {
    try execute("SAVEPOINT unit")
  }

  func releaseSavepoint() throws {
    try execute("RELEASE unit")
  }

  func revertSavepoint() throws {
    auditEnd = nil
    try execute("ROLLBACK TO unit")
    try execute("RELEASE unit")
  }

  /// Runs a statement that has to change exactly one row, and throws ``LedgerError/versionConflict`` otherwise.
  func executeOnOne(_ sql: String, _ arguments: StatementArguments) throws {
    try execute(sql, arguments)
    guard changedRows == 1 else { throw LedgerError.versionConflict }
  }
}
