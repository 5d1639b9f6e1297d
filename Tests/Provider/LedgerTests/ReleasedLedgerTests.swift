import Foundation
import GRDB
import Platform
import TestSupport
import Testing

@testable import Ledger

/// The ledgers of released versions in `Tests/Fixtures`, which `make fixture` writes, are opened with all that is in
/// them.
@Suite(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite")) struct ReleasedLedgerTests {
  static let versions = ["0.9.0"]

  private static let fixtures =
    String(#filePath.dropLast("/Provider/LedgerTests/ReleasedLedgerTests.swift".utf8.count)) + "/Fixtures"

  /// Tables whose rows end with what they are about, so that a ledger at rest has none.
  private static let mayBeEmpty: Set<String> = [
    // Only a ledger in a database has daemons, and only a wallet that was restored has marks that the owner looked at.
    "daemons", "settled_marks",
    "budget_warnings", "event_bounds", "inputs_to_free", "wallet_sends",
  ]

  static func copy(_ version: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: "\(fixtures)/\(version)/ledger.sqlite", toPath: folder.database)
    chmod(folder.database, 0o600)
    return folder
  }

  /// The rows of each table, as far as they have these columns.
  static func content(
    _ path: String, columns: [String: [String]]? = nil
  ) throws -> (columns: [String: [String]], rows: [String: [[String]]]) {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      var (all, rows): ([String: [String]], [String: [[String]]]) = ([:], [:])
      for table in tables where columns?[table] != nil || columns == nil {
        let names = try columns?[table] ?? database.columns(in: table).map(\.name)
        all[table] = names
        let list = names.map { "quote(\"\($0)\")" }.joined(separator: ", ")
        rows[table] = try Row.fetchAll(database, sql: "SELECT \(list) FROM \(table)").map { row in
          row.databaseValues.map { $0.description }
        }.sorted { $0.lexicographicallyPrecedes($1) }
      }
      return (all, rows)
    }
  }

  @Test(arguments: versions) func everyRowOfEveryTableIsThere(_ version: String) async throws {
    let folder = try Self.copy(version)
    let before = try Self.content(folder.database)
    for (table, rows) in before.rows where rows.isEmpty {
      #expect(Self.mayBeEmpty.contains(table), "the fixture has nothing in \(table)")
    }
    let ledger = try folder.open()
    await ledger.close()
    var columns = before.columns
    // The list of the steps that were made grows.
    columns["grdb_migrations"] = nil
    let after = try Self.content(folder.database, columns: columns)
    for (table, rows) in before.rows where table != "grdb_migrations" {
      #expect(after.rows[table] == rows, "\(table)")
    }
    // An archive opens it as well now.
    _ = try LedgerArchive(folder: folder.path)
  }

  @Test(arguments: versions) func aLedgerOfALaterVersionIsRefusedAndStaysAsItIs(_ version: String) throws {
    let folder = try Self.copy(version)
    let queue = try DatabaseQueue(path: folder.database)
    try queue.inDatabase { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99.0.0')") }
    try queue.close()
    let before = try Self.content(folder.database)
    #expect(throws: LedgerError.schemaFromTheFuture) { try folder.open() }
    #expect(throws: LedgerError.schemaFromTheFuture) { try LedgerArchive(folder: folder.path) }
    #expect(try Self.content(folder.database).rows == before.rows)
  }
}
