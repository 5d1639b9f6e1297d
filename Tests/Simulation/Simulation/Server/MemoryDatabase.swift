import GRDBSQLite

/// A value of the simulated server, in the kinds that the ledger has.
enum ServerValue {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
}

/// A database in memory, with SQLite's own interface, since the server is no user of the ledger's library.
final class MemoryDatabase {
  /// What SQLite has refused.
  struct Failure: Error {
    let code: Int32
    let message: String
  }

  struct Rows {
    var columns = 0
    var values: [[ServerValue]] = []
    var changes = 0
  }

  private(set) var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  init() {
    precondition(sqlite3_open(":memory:", &handle) == SQLITE_OK, "there is no memory")
    // As PostgreSQL does both.
    for pragma in ["PRAGMA foreign_keys = ON", "PRAGMA case_sensitive_like = ON"] {
      sqlite3_exec(handle, pragma, nil, nil, nil)
    }
    ServerFunctions.add(to: handle)
  }

  /// A copy of what is committed in another one.
  convenience init(copyOf other: MemoryDatabase) {
    self.init()
    let backup = sqlite3_backup_init(handle, "main", other.handle, "main")
    precondition(sqlite3_backup_step(backup, -1) == SQLITE_DONE && sqlite3_backup_finish(backup) == SQLITE_OK)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  @discardableResult
  func run(_ sql: String, _ values: [ServerValue] = []) throws(Failure) -> Rows {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for index in values.indices where index < Int(sqlite3_bind_parameter_count(statement)) {
      bind(values[index], statement, Int32(index + 1))
    }
    var rows = Rows(columns: Int(sqlite3_column_count(statement)))
    let before = sqlite3_total_changes64(handle)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.values.append((0..<rows.columns).map { value(statement, Int32($0)) })
      case SQLITE_DONE:
        if sqlite3_total_changes64(handle) != before { rows.changes = Int(sqlite3_changes64(handle)) }
        return rows
      default: throw failure()
      }
    }
  }

  private func statement(_ sql: String) throws(Failure) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var made: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &made, nil) == SQLITE_OK, let made else { throw failure() }
    statements[sql] = made
    return made
  }

  private func failure() -> Failure {
    Failure(code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }

  private func bind(_ value: ServerValue, _ statement: OpaquePointer, _ index: Int32) {
    // SQLite's word for "make a copy", a macro that Swift does not import.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .text(let text): sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copied)
    case .bytes(let bytes):
      if bytes.isEmpty {
        sqlite3_bind_zeroblob(statement, index, 0)
      } else {
        sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copied)
      }
    }
  }

  private func value(_ statement: OpaquePointer, _ column: Int32) -> ServerValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      let text = sqlite3_column_text(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, column)
      return .bytes([UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column)))))
    default: return .null
    }
  }
}
