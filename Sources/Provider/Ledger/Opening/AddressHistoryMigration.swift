import GRDB

/// Adds the index that finds payments to an address. It contains succeeded orders only, so that an order writes to it
/// once, at its end.
enum AddressHistoryMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("address history") { database in
      try database.execute(
        sql: "CREATE INDEX orders_paid_by_address ON orders (currency, address) WHERE state = 'succeeded'")
    }
  }
}
