import GRDB

/// The steps that bring a ledger from any released version to the present one. The first makes ``LedgerSchema``; it may
/// still change until the first version is released. From then on no step is ever changed: a new one is added behind
/// it, and a test keeps a ledger of each released version.
enum LedgerMigrations {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("release 1", foreignKeyChecks: .immediate) { try $0.execute(sql: LedgerSchema.sql) }
    return migrator
  }()

  /// Refuses a ledger that this version cannot read.
  ///
  /// - Throws: ``LedgerError/schemaBeforeRelease`` for one that was written before the first release, and
  ///   ``LedgerError/schemaFromTheFuture`` for one that a later version wrote.
  static func check(_ database: Database) throws {
    guard try migrator.hasBeenSuperseded(database) else { return }
    // The first step of all ledgers before the first release had this name.
    let isOlder = try migrator.appliedIdentifiers(database).contains("1")
    throw isOlder ? LedgerError.schemaBeforeRelease : LedgerError.schemaFromTheFuture
  }
}
