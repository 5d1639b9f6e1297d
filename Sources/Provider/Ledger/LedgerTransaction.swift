import PaymentsModel

/// The reads and writes of one unit. A transaction is valid only inside the closure that it was passed to.
package final class LedgerTransaction: LedgerReader {
  /// The end of the audit chain inside this transaction; `nil` until it was read, and after any rollback. Nobody else adds
  /// to the chain, so that it is still the end when the next transaction begins.
  var auditEnd: AuditHead?
  /// By which way the owner asked for the unit that is carried out; `nil` if nobody did.
  var origin: String?
  /// The number of statements that were to change something.
  private(set) var statements = 0
  /// What the unit adds to the bytes that apps use.
  var uncounted: [AppKey: Int] = [:]

  /// Whether a transaction is open. Some errors of the database end it.
  var isOpen: Bool { database.isInTransaction }

  func begin() throws {
    knownSettings = [:]
    try database.beginWrite()
  }

  func commit() throws -> HighWaterMark.Reached {
    if let fatal { throw fatal }
    return try database.commitWrite()
  }

  func rollBack() throws {
    forget()
    try database.rollBack()
  }

  /// What is rolled back was never so.
  func forget() {
    auditEnd = nil
    knownSettings = [:]
  }

  /// Throws what a statement before has failed with.
  func settle() throws { try perform { try database.settle() } }

  func openSavepoint() throws {
    try database.openSavepoint()
  }

  func releaseSavepoint() throws {
    try database.releaseSavepoint()
  }

  func revertSavepoint() throws {
    forget()
    try database.revertSavepoint()
  }

  /// Carries out a statement.
  func execute(_ sql: String, _ arguments: LedgerArguments = []) throws {
    statements += 1
    try perform { try database.execute(sql, arguments) }
  }

  /// Carries out a statement that has to change exactly one row, and throws ``LedgerError/versionConflict`` otherwise, at the
  /// latest with the end of the unit.
  func executeOne(_ sql: String, _ arguments: LedgerArguments) throws {
    statements += 1
    try perform { try database.changeOne(sql, arguments) }
  }

  /// Carries out a statement and returns the number of rows that it has changed.
  func executeCounting(_ sql: String, _ arguments: LedgerArguments) throws -> Int {
    statements += 1
    return try perform {
      try database.execute(sql, arguments)
      return try database.changedRows()
    }
  }
}

extension LedgerTransaction {
  /// Inserts a row with these values.
  func insert<Table>(into columns: Table, _ cells: [ColumnCell<Table>]) throws {
    let row = CellList(cells)
    try execute(columns.table.text(.insertion(row.columns)), row.arguments)
  }

  /// Inserts a row with these values unless there is one with its key.
  func insertUnlessThere<Table>(into columns: Table, _ cells: [ColumnCell<Table>]) throws {
    let row = CellList(cells)
    try execute(columns.table.text(.insertionIfNew(row.columns)), row.arguments)
  }

  /// The same, and returns whether there was none.
  func insertIfNew<Table>(into columns: Table, _ cells: [ColumnCell<Table>]) throws -> Bool {
    let row = CellList(cells)
    return try executeCounting(columns.table.text(.insertionIfNew(row.columns)), row.arguments) == 1
  }

  /// Stores values in the row with a key, which is made if there is none.
  ///
  /// - Parameters:
  ///   - first: The key, and what is written only with a new row.
  ///   - cells: What is written in any case.
  func save<Table>(in columns: Table, new first: [ColumnCell<Table>], _ cells: [ColumnCell<Table>]) throws {
    let (row, replaced) = (CellList(first + cells), CellList(cells))
    try execute(columns.table.text(.replacement(row.columns, replaced: replaced.columns)), row.arguments)
  }

  /// Stores values in the rows that have certain others.
  func update<Table>(
    _ columns: Table, _ cells: [ColumnCell<Table>], where others: [ColumnCell<Table>]
  ) throws {
    let (new, condition) = (CellList(cells), CellList(others))
    try execute(
      columns.table.text(.update(new.columns, of: condition.columns)), new.arguments(before: condition))
  }

  /// Does the same where it has to be exactly one row, and throws ``LedgerError/versionConflict`` otherwise.
  func updateOne<Table>(
    _ columns: Table, _ cells: [ColumnCell<Table>], where others: [ColumnCell<Table>]
  ) throws {
    let (new, condition) = (CellList(cells), CellList(others))
    try executeOne(
      columns.table.text(.update(new.columns, of: condition.columns)), new.arguments(before: condition))
  }

  /// Deletes the rows that have these values.
  func delete<Table>(from columns: Table, where cells: [ColumnCell<Table>]) throws {
    let condition = CellList(cells)
    try execute(columns.table.text(.deletion(of: condition.columns)), condition.arguments)
  }
}
