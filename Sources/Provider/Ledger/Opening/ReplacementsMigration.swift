import GRDB

/// Adds the transaction that makes an order's payment in place of the order's own, and its fee.
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
