import GRDB

/// Adds the list of orders that have ended with a transaction that will never be made, and whose inputs may still be
/// locked in the wallet. For orders that ended before this list existed that is unknown, so each of them is checked
/// once.
enum InputsToFreeMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("inputs to free", foreignKeyChecks: .immediate) { database in
      try database.execute(
        sql: """
          CREATE TABLE inputs_to_free (
            order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (order_id)
          ) STRICT, WITHOUT ROWID;
          INSERT INTO inputs_to_free (order_id)
            SELECT order_id FROM orders JOIN artefacts USING (order_id) WHERE is_open = 0 AND state <> 'succeeded';
          """)
    }
  }
}
