import GRDB

/// Lets succeeded orders be followed until they are deep in the chain, and lets the journal record that a payment was
/// reversed. The table of the journal is created again, because the allowed kinds are part of its definition.
enum ReversalsMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("reversals", foreignKeyChecks: .immediate) { try $0.execute(sql: orders + bookings) }
  }

  private static let orders = """
    ALTER TABLE orders ADD COLUMN reversed_at INTEGER;
    ALTER TABLE orders ADD COLUMN is_buried INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX orders_shallow ON orders (currency) WHERE state = 'succeeded' AND is_buried = 0;

    """

  private static let bookings = """
    CREATE TABLE bookings_of_now (
      sequence INTEGER PRIMARY KEY NOT NULL,
      at INTEGER NOT NULL,
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      currency TEXT NOT NULL,
      decimals INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('received', 'taken_back', 'paid', 'returned')),
      object_id TEXT NOT NULL,
      transaction_id TEXT NOT NULL,
      amount TEXT NOT NULL,
      fee TEXT NOT NULL
    ) STRICT;
    INSERT INTO bookings_of_now SELECT sequence, at, app_key, currency, decimals, kind, object_id, transaction_id, amount,
      fee FROM bookings;
    DROP TRIGGER bookings_are_not_changed;
    DROP TRIGGER bookings_are_not_erased;
    DROP TABLE bookings;
    ALTER TABLE bookings_of_now RENAME TO bookings;
    CREATE INDEX bookings_by_time ON bookings (at);
    CREATE TRIGGER bookings_are_not_changed BEFORE UPDATE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER bookings_are_not_erased BEFORE DELETE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END;
    """
}
