/// The reads and writes of one unit. A transaction is valid only inside the closure that it was passed to.
package final class LedgerTransaction: LedgerReader {
  /// The end of the audit chain inside this transaction; `nil` until it was read, and after any rollback.
  var auditEnd: AuditHead?
  /// By which way the owner asked for the unit that is carried out; `nil` if nobody did.
  var origin: String?

  /// Whether a transaction is open. Some errors of the database end it.
  var isOpen: Bool { database.isInTransaction }

  func begin() throws {
    auditEnd = nil
    try database.beginWrite()
  }

  func commit() throws -> HighWaterMark.Reached {
    if let fatal { throw fatal }
    return try database.commitWrite()
  }

  func rollBack() throws {
    auditEnd = nil
    try database.rollBack()
  }

  func openSavepoint() throws {
    try database.openSavepoint()
  }

  func releaseSavepoint() throws {
    try database.releaseSavepoint()
  }

  func revertSavepoint() throws {
    auditEnd = nil
    try database.revertSavepoint()
  }

  /// Carries out a statement.
  func execute(_ sql: String, _ arguments: LedgerArguments = []) throws {
    try perform { try database.execute(sql, arguments) }
  }

  /// Carries out a statement and returns the number of rows that it has changed.
  func executeCounting(_ sql: String, _ arguments: LedgerArguments) throws -> Int {
    try perform {
      try database.execute(sql, arguments)
      return try database.changedRows()
    }
  }

  /// Carries out a statement that has to change exactly one row, and throws ``LedgerError/versionConflict`` otherwise.
  func executeOnOne(_ sql: String, _ arguments: LedgerArguments) throws {
    guard try executeCounting(sql, arguments) == 1 else { throw LedgerError.versionConflict }
  }
}
