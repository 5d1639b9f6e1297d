import GRDB

/// Finds what was paid to an address. Only what succeeded is in the index, so that an order writes it once, at its end.
enum AddressHistoryMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("address history") { database in
      try database.execute(
        sql: "CREATE INDEX orders_paid_by_address ON orders (currency, address) WHERE state = 'succeeded'")
    }
  }
}
