import GRDBSQLite

/// The functions of PostgreSQL that SQLite has not. Those that read the clock or take a lock are not among them: they are
/// read in the text of a statement, so that the same text can be carried out once more.
enum ServerFunctions {
  /// What the server answers when it is asked for a setting.
  private static let settings = [
    "server_version": "17.0", "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on",
    "server_encoding": "UTF8",
  ]

  static func add(to handle: OpaquePointer?) {
    // The value is what it is set to; ``ServerSession`` reads it in the text.
    define("set_config", 3, handle) { context, _, arguments in sqlite3_result_value(context, arguments?[1]) }
    define("current_setting", 1, handle) { context, _, arguments in
      ServerFunctions.answerSetting(context, arguments?[0])
    }
    define("current_schema", 0, handle) { context, _, _ in ServerFunctions.answer("public", context) }
    define("has_schema_privilege", 2, handle) { context, _, _ in sqlite3_result_int(context, 1) }
    define("isfinite", 1, handle) { context, _, arguments in
      sqlite3_result_int(context, sqlite3_value_int64(arguments?[0]) == .min ? 0 : 1)
    }
    define("hashtext", 1, handle) { context, _, arguments in sqlite3_result_value(context, arguments?[0]) }
    define("greatest", -1, handle) { context, count, arguments in
      ServerFunctions.answerLargest(context, UnsafeBufferPointer(start: arguments, count: Int(count)))
    }
  }

  private typealias Body =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static func define(_ name: String, _ count: Int32, _ handle: OpaquePointer?, _ body: Body) {
    sqlite3_create_function_v2(handle, name, count, SQLITE_UTF8, nil, body, nil, nil, nil)
  }

  private static func answer(_ text: String, _ context: OpaquePointer?) {
    sqlite3_result_text(context, text, Int32(text.utf8.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }

  private static func answerSetting(_ context: OpaquePointer?, _ name: OpaquePointer?) {
    let name = sqlite3_value_text(name).map { String(cString: $0) } ?? ""
    answer(settings[name] ?? "", context)
  }

  private static func answerLargest(_ context: OpaquePointer?, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
    let values = arguments.filter { sqlite3_value_type($0) != SQLITE_NULL }
    guard let largest = values.map({ sqlite3_value_int64($0) }).max() else { return sqlite3_result_null(context) }
    sqlite3_result_int64(context, largest)
  }
}
