/// Reads one consistent state of the ledger. A reader is valid only inside the closure that it was passed to.
package class LedgerReader {
  let database: any LedgerDatabase
  /// The first failure of the disk that a statement met, even if the unit continued.
  private(set) var fatal: LedgerError?

  /// The settings that were read of this state, also those that are not set.
  var knownSettings: [String: String?] = [:]

  init(_ database: any LedgerDatabase) {
    self.database = database
  }

  func inSnapshot<T>(_ work: (LedgerReader) throws -> T) throws -> T {
    while true {
      try database.beginRead()
      let result = Result { try work(self) }
      try database.endRead()
      if !database.mustReadAgain { return try result.get() }
      knownSettings = [:]
    }
  }

  /// Runs reads on one consistent state, with the connection that `run` passes on or the reason why it has none.
  static func reading<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws -> T,
    on run: (@escaping @Sendable (Result<any LedgerDatabase, LedgerError>) -> Void) -> Void
  ) async -> Result<T, LedgerError> {
    await withCheckedContinuation { continuation in
      run { database in
        continuation.resume(
          returning: Result { () throws(LedgerError) in
            try mappingErrors { try LedgerReader(database.get()).inSnapshot(work) }
          })
      }
    }
  }

  /// Has all that is read from now on read from what is stored, however well it is known: what was changed behind the
  /// provider's back is looked for.
  package func askAnew() { database.askAnew() }

  /// Returns the first row that has these values, decoded, or `nil` if there is none.
  func first<Table, T>(
    in columns: Table, where cells: [ColumnCell<Table>], _ decode: (StoredRow<Table>) throws -> T
  ) throws -> T? {
    try rows(in: columns, where: cells, "", atMost: 1, decode).first
  }

  /// Returns the rows that have these values, decoded, in the order that the end of the statement says.
  func all<Table, T>(
    in columns: Table, where cells: [ColumnCell<Table>] = [], ending end: String = "",
    _ decode: (StoredRow<Table>) throws -> T
  ) throws -> [T] {
    try rows(in: columns, where: cells, end, atMost: .max, decode)
  }

  private func rows<Table, T>(
    in columns: Table, where cells: [ColumnCell<Table>], _ end: String, atMost most: Int,
    _ decode: (StoredRow<Table>) throws -> T
  ) throws -> [T] {
    let condition = CellList(cells)
    let sql = columns.table.text(.selection(of: condition.columns, end: end))
    return try rows(sql, condition.arguments, atMost: most) { try decode(StoredRow($0)) }
  }

  /// Returns the first row of a statement that reads all columns of a table, decoded, or `nil` if there is none.
  func first<Table, T>(
    _ sql: String, _ arguments: LedgerArguments, _ decode: (StoredRow<Table>) throws -> T
  ) throws -> T? {
    try rows(sql, arguments, atMost: 1) { try decode(StoredRow($0)) }.first
  }

  /// Returns the rows of a statement that reads all columns of a table, decoded.
  func all<Table, T>(
    _ sql: String, _ arguments: LedgerArguments, _ decode: (StoredRow<Table>) throws -> T
  ) throws -> [T] {
    try rows(sql, arguments, atMost: .max) { try decode(StoredRow($0)) }
  }

  /// The same of a statement that was put together.
  func all<Table, T>(_ query: LedgerQuery, _ decode: (StoredRow<Table>) throws -> T) throws -> [T] {
    try rows(query.sql, query.arguments, atMost: .max) { try decode(StoredRow($0)) }
  }

  /// Returns the one value of the first row, or `nil` if there is no row.
  func firstValue<Value: ColumnValue>(
    _ sql: String, _ arguments: LedgerArguments, _: Value.Type = Value.self
  ) throws -> Value? {
    try rows(sql, arguments, atMost: 1) { try Value(stored: $0.value(0)) }.first
  }

  /// Returns the one value of each row.
  func allValues<Value: ColumnValue>(
    _ sql: String, _ arguments: LedgerArguments, _: Value.Type = Value.self
  ) throws -> [Value] {
    try rows(sql, arguments, atMost: .max) { try Value(stored: $0.value(0)) }
  }

  /// Returns what each row of a statement computes, decoded.
  func computed<T>(
    _ sql: String, _ arguments: LedgerArguments, _ decode: (ComputedRow) throws -> T
  ) throws -> [T] {
    try rows(sql, arguments, atMost: .max) { try decode(ComputedRow($0)) }
  }

  private func rows<T>(
    _ sql: String, _ arguments: LedgerArguments, atMost most: Int, _ decode: (any LedgerRow) throws -> T
  ) throws -> [T] {
    var values: [T] = []
    do {
      try database.forEachRow(sql, arguments) { row in
        values.append(try decode(row))
        return values.count < most
      }
    } catch {
      throw noted(error)
    }
    return values
  }

  func perform<T>(_ work: () throws -> T) throws -> T {
    do {
      return try work()
    } catch {
      throw noted(error)
    }
  }

  private func noted(_ error: any Error) -> LedgerError {
    let error = LedgerError(error)
    if error.isFatal, fatal == nil { fatal = error }
    return error
  }
}

@available(*, unavailable)
extension LedgerReader: Sendable {}

/// The requested part of a list, newest first.
package struct LedgerPage: Sendable, Hashable {
  /// The last object of the previous page: an invoice or order identifier, or an address. `nil` for the first page.
  package let before: String?
  /// The largest number of objects.
  package let limit: Int

  /// Creates a page.
  package init(before: String? = nil, limit: Int) {
    self.before = before
    self.limit = limit
  }
}
