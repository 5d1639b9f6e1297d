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
    migrator.registerMigration(LedgerSchema.name, foreignKeyChecks: .immediate) {
      try $0.execute(sql: SQLiteSchema.sql)
    }
    return migrator
  }()

  /// Refuses a ledger that this version cannot read.
  ///
  /// - Throws: ``LedgerError/schemaBeforeRelease`` for one that was written before the first release, and
  ///   ``LedgerError/schemaFromTheFuture`` for one that a later version wrote.
  static func check(_ database: Database) throws {
    guard try migrator.hasBeenSuperseded(database) else { return }
    // These are the names of the first steps of all ledgers that were written before the first release.
    let isOlder = try migrator.appliedIdentifiers(database).contains { name in
      name != LedgerSchema.name
        && (name == "1" || name == "release 1" || name.utf8.starts(with: "unreleased ".utf8)
          || name.utf8.starts(with: LedgerSchema.release.utf8))
    }
    throw isOlder ? LedgerError.schemaBeforeRelease : LedgerError.schemaFromTheFuture
  }
}
