import GRDB

/// The transaction that makes an order's payment in place of its own, and the fee that it pays.
enum ReplacementsMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("replacements") { database in
      try database.execute(
        sql: """
          ALTER TABLE orders ADD COLUMN replacement_id TEXT;
          ALTER TABLE orders ADD COLUMN replacement_fee TEXT;
          """)
    }
  }
}
