/// The tables of the ledger in SQLite.
enum SQLiteSchema {
  private static let dialect = SchemaDialect(
    integer: "INTEGER", text: "TEXT", bytes: "BLOB",
    numbers: { numbering in
      switch numbering {
      case .afterLargest: "INTEGER PRIMARY KEY NOT NULL"
      case .neverTwice: "INTEGER PRIMARY KEY AUTOINCREMENT"
      }
    },
    end: { $0.isInTreeOfKey ? " STRICT, WITHOUT ROWID" : " STRICT" })

  /// The whole schema. The digest in ``LedgerSchema/name`` is that of this text, with its empty lines between the tables
  /// of one subject.
  static let sql = LedgerSchema.subjects.map { tables in
    tables.map { columns in
      (dialect.creation(of: columns.table) + columns.table.triggers).map { $0 + ";\n" }.joined()
    }.joined(separator: "\n")
  }.joined()
}
