import GRDB

/// Reads one consistent state of the ledger. A reader is valid only inside the closure that it was passed to.
package class LedgerReader {
  let database: Database
  /// The first failure of the disk that a statement met, even if the unit continued.
  private(set) var fatal: LedgerError?

  init(_ database: Database) {
    self.database = database
  }

  func inSnapshot<T>(_ work: (LedgerReader) throws -> T) throws -> T {
    try execute("BEGIN DEFERRED")
    let result = Result { try work(self) }
    // Nothing was written, so that a commit and a rollback are the same. If it fails, the next transaction cannot
    // begin.
    try execute("COMMIT")
    return try result.get()
  }

  /// Runs a statement and caches its compiled form for the next use.
  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try perform { try database.cachedStatement(sql: sql).execute(arguments: arguments) }
  }

  /// Returns the first row, decoded, or `nil` if there is none.
  func first<T>(
    _ sql: String, _ arguments: StatementArguments, _ decode: (inout Columns) throws -> T
  ) throws -> T? {
    try perform {
      guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) else { return nil }
      var columns = Columns(row)
      return try decode(&columns)
    }
  }

  /// Returns all rows, decoded.
  func all<T>(
    _ sql: String, _ arguments: StatementArguments, _ decode: (inout Columns) throws -> T
  ) throws -> [T] {
    try perform {
      let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
      var values: [T] = []
      while let row = try rows.next() {
        var columns = Columns(row)
        values.append(try decode(&columns))
      }
      return values
    }
  }

  private func perform<T>(_ work: () throws -> T) throws -> T {
    do {
      return try work()
    } catch {
      let error = LedgerError(error)
      if error.isFatal, fatal == nil { fatal = error }
      throw error
    }
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
