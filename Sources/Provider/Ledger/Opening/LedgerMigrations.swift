import Cryptography
import GRDB

/// The steps that bring a ledger from any released version to the present one. The first makes ``LedgerSchema``. Until
/// the first version is released that schema may still change, and a ledger of another schema is refused. From then on
/// no step is ever changed: a new one is added behind it, and a test keeps a ledger of each released version.
enum LedgerMigrations {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(first, foreignKeyChecks: .immediate) { try $0.execute(sql: LedgerSchema.sql) }
    return migrator
  }()

  /// The name of the first step. It contains a digest of the schema, so that it changes together with the schema.
  private static let first: String = {
    let digest = (try? SHA256.hash(Array(LedgerSchema.sql.utf8))) ?? []
    return unreleased + digest.prefix(6).map { String($0, radix: 16) }.joined(separator: "-")
  }()

  private static let unreleased = "unreleased "

  /// Refuses a ledger that this version cannot read.
  ///
  /// - Throws: ``LedgerError/schemaBeforeRelease`` for one that was written before the first release, and
  ///   ``LedgerError/schemaFromTheFuture`` for one that a later version wrote.
  static func check(_ database: Database) throws {
    guard try migrator.hasBeenSuperseded(database) else { return }
    // These are the names of the first steps of all ledgers that were written before the first release.
    let isOlder = try migrator.appliedIdentifiers(database).contains { name in
      name != first && (name == "1" || name == "release 1" || name.utf8.starts(with: unreleased.utf8))
    }
    throw isOlder ? LedgerError.schemaBeforeRelease : LedgerError.schemaFromTheFuture
  }
}
