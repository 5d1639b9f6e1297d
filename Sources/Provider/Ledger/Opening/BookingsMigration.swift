import GRDB

/// Adds the journal that statements are made of and books what happened before it existed. Earlier transfers are booked
/// at the time at which they were first seen, because the time of their confirmation was not stored.
enum BookingsMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("bookings", foreignKeyChecks: .immediate) { try $0.execute(sql: tables + past + guards) }
  }

  private static let tables = """
    CREATE TABLE bookings (
      sequence INTEGER PRIMARY KEY NOT NULL,
      at INTEGER NOT NULL,
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      currency TEXT NOT NULL,
      decimals INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('received', 'taken_back', 'paid')),
      object_id TEXT NOT NULL,
      transaction_id TEXT NOT NULL,
      amount TEXT NOT NULL,
      fee TEXT NOT NULL
    ) STRICT;
    CREATE INDEX bookings_by_time ON bookings (at);

    """

  private static let past = """
    INSERT INTO bookings (at, app_key, currency, decimals, kind, object_id, transaction_id, amount, fee)
      SELECT t.first_seen_at AS at, i.app_key, i.currency, i.decimals, 'received', i.invoice_id, t.transaction_id,
        t.amount, '0'
      FROM transfers AS t JOIN invoices AS i USING (invoice_id) WHERE t.state = 'confirmed'
      UNION ALL
      SELECT o.updated_at AS at, o.app_key, o.currency, o.decimals, 'paid', o.order_id, a.transaction_id, o.amount, a.fee
      FROM orders AS o JOIN artefacts AS a USING (order_id) WHERE o.state = 'succeeded'
      ORDER BY at;

    """

  private static let guards = """
    CREATE TRIGGER bookings_are_not_changed BEFORE UPDATE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER bookings_are_not_erased BEFORE DELETE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END;
    """
}
