import CPostgreSQL

/// The result of one statement.
///
/// `@unchecked Sendable`: the library changes no result after it was received, so that all threads may read it.
package final class PostgresResult: @unchecked Sendable {
  private let handle: OpaquePointer

  /// Takes over a result of the library, which ends with this object.
  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { PQclear(handle) }

  var status: ExecStatusType { PQresultStatus(handle) }

  /// The five characters of SQLSTATE, if the statement was refused.
  var sqlState: String? {
    // PG_DIAG_SQLSTATE
    PQresultErrorField(handle, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
  }

  /// The words with which the server says what it has done, such as `COMMIT` or `UPDATE 1`.
  package var command: String { String(cString: PQcmdStatus(handle)) }

  /// The number of rows that were read.
  package var count: Int { Int(PQntuples(handle)) }

  /// The number of bytes that it takes in memory.
  package var size: Int { PQresultMemorySize(handle) }

  /// The number of columns.
  package var columns: Int { Int(PQnfields(handle)) }

  /// The number of rows that the statement inserted, changed, deleted or returned.
  package var affected: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

  /// Returns a value. Rows and columns are counted from 0.
  ///
  /// - Throws: ``PostgresError/unreadable`` where there is no such column, or its type is not one of ``PostgresValue``.
  package func value(_ row: Int, _ column: Int) throws(PostgresError) -> PostgresValue {
    guard row < count, column < columns else { throw .unreadable }
    let (row, column) = (Int32(row), Int32(column))
    guard PQgetisnull(handle, row, column) == 0 else { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
    guard let type = PostgresType(rawValue: PQftype(handle, column)), let value = PostgresValue(bytes, type) else {
      throw .unreadable
    }
    return value
  }
}
