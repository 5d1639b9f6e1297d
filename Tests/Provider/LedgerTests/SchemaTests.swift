import GRDB
import TestSupport
import Testing

@testable import Ledger

/// The tables that both engines make of one declaration.
struct SchemaTests {
  /// All that SQLite knows of the tables in a file.
  private static func schema(_ path: String) throws -> [[String]] {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { database in
      func rows(_ sql: String, _ label: String) throws -> [[String]] {
        try Row.fetchAll(database, sql: sql).map { row in [label] + row.databaseValues.map(\.description) }
      }
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      var all = try rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name", "schema")
      for table in tables {
        for pragma in ["table_xinfo", "index_list", "foreign_key_list"] {
          all += try rows("PRAGMA \(pragma)(\(table))", "\(pragma) \(table)")
        }
        for index in try String.fetchAll(database, sql: "SELECT name FROM pragma_index_list('\(table)')") {
          all += try rows("PRAGMA index_xinfo(\(index))", "index_xinfo \(index)")
        }
      }
      return all
    }
  }

  @Test(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite"))
  func `a new ledger has the tables of the released one`() async throws {
    let released = try ReleasedLedgerTests.copy("0.9.0")
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    await ledger.close()
    let (before, now) = (try Self.schema(released.database), try Self.schema(folder.database))
    #expect(before.count > 300)
    #expect(now == before)
  }

  @Test func `a column is named once, and a table comes after those that it refers to`() {
    var seen: Set<String> = []
    for table in LedgerSchema.tables {
      #expect(Set(table.columns.map(\.name)).count == table.columns.count)
      #expect(!table.key.isEmpty && table.key.allSatisfy { name in table.columns.contains { $0.name == name } })
      #expect(table.columns.compactMap(\.references).allSatisfy { seen.contains($0.name) })
      seen.insert(table.name)
    }
  }
}
