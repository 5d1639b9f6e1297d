/// Reads one consistent state of the ledger. A reader is valid only inside the closure that it was passed to.
package class LedgerReader {
  let database: any LedgerDatabase
  /// The first failure of the disk that a statement met, even if the unit continued.
  private(set) var fatal: LedgerError?

  init(_ database: any LedgerDatabase) {
    self.database = database
  }

  func inSnapshot<T>(_ work: (LedgerReader) throws -> T) throws -> T {
    try database.beginRead()
    let result = Result { try work(self) }
    try database.endRead()
    return try result.get()
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

  /// Returns the first row, decoded, or `nil` if there is none.
  func first<T>(
    _ sql: String, _ arguments: LedgerArguments, _ decode: (inout Columns) throws -> T
  ) throws -> T? {
    try rows(sql, arguments, atMost: 1, decode).first
  }

  /// Returns all rows, decoded.
  func all<T>(
    _ sql: String, _ arguments: LedgerArguments, _ decode: (inout Columns) throws -> T
  ) throws -> [T] {
    try rows(sql, arguments, atMost: .max, decode)
  }

  private func rows<T>(
    _ sql: String, _ arguments: LedgerArguments, atMost most: Int, _ decode: (inout Columns) throws -> T
  ) throws -> [T] {
    var values: [T] = []
    do {
      try database.forEachRow(sql, arguments) { row in
        var columns = Columns(row)
        values.append(try decode(&columns))
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
