import GRDB
import GRDBSQLite

/// A statement with its arguments, carried out by SQLite itself. The library keeps the statement; its own values for each
/// argument and row took a sixth of the work of a payment.
///
/// It is used on the queue of its connection, and ended by the function that made it.
struct BoundStatement: LedgerRow {
  private let handle: OpaquePointer
  private let database: Database

  /// Binds the arguments. SQLite copies texts and bytes.
  ///
  /// - Throws: `DatabaseError` if the statement cannot be prepared, or has another number of arguments.
  init(_ sql: String, _ arguments: LedgerArguments, on database: Database) throws {
    handle = try database.cachedStatement(sql: sql).sqliteStatement
    self.database = database
    guard Int(sqlite3_bind_parameter_count(handle)) == arguments.values.count else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "another number of arguments than the statement has")
    }
    for (index, value) in arguments.values.enumerated() {
      let code = bind(value, Int32(index + 1))
      guard code == SQLITE_OK else {
        end()
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
      }
    }
  }

  private func bind(_ value: LedgerValue, _ index: Int32) -> Int32 {
    // SQLite's word for "make a copy", a macro that Swift does not import.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .text(var text):
      // An empty text may have no address, which SQLite would take for NULL.
      guard !text.isEmpty else { return sqlite3_bind_text(handle, index, "", 0, copied) }
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(handle, index, characters.baseAddress, Int32(bytes.count), copied)
        }
      }
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes { sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), copied) }
    }
  }

  /// Goes to the next row. Returns `false` after the last one.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
  }

  /// Makes the statement ready to be used again. What went wrong was told by ``step()``.
  func end() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  var count: Int { Int(sqlite3_column_count(handle)) }

  func value(_ index: Int) throws -> LedgerValue {
    let column = Int32(index)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_TEXT:
      // The text comes before its length, which it may change.
      let text = sqlite3_column_text(handle, column)
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: length(column)), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(handle, column)
      return .bytes([UInt8](UnsafeRawBufferPointer(start: bytes, count: length(column))))
    default: throw LedgerError.corrupt
    }
  }

  private func length(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }
}
