import GRDB

/// The orders that have ended with a transaction that will never be made: its inputs may be locked in the wallet. Of
/// those that ended before there was this list it is not known, so that they are looked at once.
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
