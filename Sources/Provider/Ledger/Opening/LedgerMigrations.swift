import Cryptography
import GRDB

/// The steps that bring a ledger from any released version to the present one, oldest first. Each is named by the
/// release that it came with.
///
/// The first makes ``LedgerSchema``. Its name also has a digest of that schema, so that a ledger of another schema is
/// refused: before 0.9.0 is released, the schema may still change. From then on no step is ever changed. A later release
/// that needs another schema adds a step:
///
///     migrator.registerMigration("0.10.0") { try $0.execute(sql: "ALTER TABLE orders ADD COLUMN …") }
///
/// `Tests/Fixtures` keeps a ledger of each released version, which every later one has to open.
enum LedgerMigrations {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(first, foreignKeyChecks: .immediate) { try $0.execute(sql: LedgerSchema.sql) }
    return migrator
  }()

  /// The name of the first step. It contains a digest of the schema, so that it changes together with the schema.
  private static let first: String = {
    let digest = (try? SHA256.hash(Array(LedgerSchema.sql.utf8))) ?? []
    return release + digest.prefix(6).map { String($0, radix: 16) }.joined(separator: "-")
  }()

  /// The release that the first step came with.
  private static let release = "0.9.0 "

  /// Refuses a ledger that this version cannot read.
  ///
  /// - Throws: ``LedgerError/schemaBeforeRelease`` for one that was written before the first release, and
  ///   ``LedgerError/schemaFromTheFuture`` for one that a later version wrote.
  static func check(_ database: Database) throws {
    guard try migrator.hasBeenSuperseded(database) else { return }
    // These are the names of the first steps of all ledgers that were written before the first release.
    let isOlder = try migrator.appliedIdentifiers(database).contains { name in
      name != first
        && (name == "1" || name == "release 1" || name.utf8.starts(with: "unreleased ".utf8)
          || name.utf8.starts(with: release.utf8))
    }
    throw isOlder ? LedgerError.schemaBeforeRelease : LedgerError.schemaFromTheFuture
  }
}
