/// A table of the ledger, as ``LedgerSchema`` declares it.
struct LedgerTable: Sendable, Hashable {
  let name: String
  let columns: [String]
  /// The columns of the primary key.
  let key: [String]

  /// All tables. One that refers to another comes after it.
  static let all = tables(of: LedgerSchema.sql)

  /// Reads the declarations: each column and each constraint has a line of its own.
  static func tables(of schema: String) -> [LedgerTable] {
    var tables: [LedgerTable] = []
    var open: (name: String, columns: [String], key: [String])?
    for line in schema.utf8.split(separator: UInt8(ascii: "\n")) {
      let separators = [" ", "(", ")", ","].map { UInt8(ascii: $0) }
      let words = line.split { separators.contains($0) }.map { String(Substring($0)) }
      if words.prefix(2) == ["CREATE", "TABLE"], words.count > 2 {
        open = (words[2], [], [])
      } else if let table = open, line.first == UInt8(ascii: ")") {
        tables.append(LedgerTable(name: table.name, columns: table.columns, key: table.key))
        open = nil
      } else if words.prefix(2) == ["PRIMARY", "KEY"] {
        open?.key = Array(words.dropFirst(2))
      } else if let column = words.first {
        open?.columns.append(column)
        if zip(words, words.dropFirst()).contains(where: { $0 == ("PRIMARY", "KEY") }) { open?.key = [column] }
      }
    }
    return tables
  }

  private var list: String { columns.joined(separator: ", ") }
  private var order: String { key.joined(separator: ", ") }
  private static func places(_ count: Int) -> String {
    [String](repeating: "?", count: count).joined(separator: ", ")
  }

  /// Inserts a row with all its values.
  var insertion: String { "INSERT INTO \(name) (\(list)) VALUES (\(Self.places(columns.count)))" }

  /// Passes all rows to a function, in the order of the primary key and a page at a time, so that they need not be in
  /// memory together. Text is compared by its bytes in both engines.
  func forEachRow(_ database: any LedgerDatabase, _ body: ([LedgerValue]) throws -> Void) throws {
    let length = 200
    let places = key.compactMap { columns.firstIndex(of: $0) }
    var last: [LedgerValue]?
    while true {
      let after = last == nil ? "" : "WHERE (\(order)) > (\(Self.places(key.count))) "
      var rows: [[LedgerValue]] = []
      try database.forEachRow(
        "SELECT \(list) FROM \(name) \(after)ORDER BY \(order) LIMIT \(length)", LedgerArguments(last ?? [])
      ) { row in
        rows.append(try columns.indices.map { try row.value($0) })
        return true
      }
      for row in rows { try body(row) }
      guard rows.count == length, let row = rows.last else { return }
      last = places.map { row[$0] }
    }
  }

  /// Whether any table has a row.
  static let anyRow = "SELECT " + all.map { "EXISTS (SELECT 1 FROM \($0.name))" }.joined(separator: " OR ")
}
