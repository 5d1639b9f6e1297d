import GRDB

/// Reads and writes of one unit. Valid only inside the closure that it was handed to.
package final class LedgerTransaction: LedgerReader {
  /// The end of the audit chain inside this transaction; `nil` until it was read, and after anything was taken back.
  var auditEnd: AuditHead?

  /// Whether a transaction is open: some errors of SQLite end it.
  var isOpen: Bool { database.isInsideTransaction }

  /// Rows that the last statement changed.
  var changedRows: Int { database.changesCount }

  func begin() throws(LedgerError) {
    auditEnd = nil
    try execute("BEGIN IMMEDIATE")
  }

  func commit() throws(LedgerError) {
    if let fatal { throw fatal }
    try execute("COMMIT")
  }

  func rollBack() throws(LedgerError) {
    auditEnd = nil
    try execute("ROLLBACK")
  }

  func openSavepoint() throws(LedgerError) {
    try execute("SAVEPOINT unit")
  }

  func releaseSavepoint() throws(LedgerError) {
    try execute("RELEASE unit")
  }

  func revertSavepoint() throws(LedgerError) {
    auditEnd = nil
    try execute("ROLLBACK TO unit")
    try execute("RELEASE unit")
  }

  /// Runs a statement that has to change exactly one row.
  func executeOnOne(_ sql: String, _ arguments: StatementArguments) throws(LedgerError) {
    try execute(sql, arguments)
    guard changedRows == 1 else { throw .versionConflict }
  }
}
