import GRDB

/// Adds the quotas of apps and their usage: which addresses were paid, and the number of bytes, computed with a fixed
/// size for each kind of record because the size of single rows is not stored. A request without an object is one that
/// was accepted but not finished.
enum QuotasMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("quotas", foreignKeyChecks: .immediate) { try $0.execute(sql: tables + past) }
  }

  private static let tables = """
    CREATE TABLE app_quotas (
      app_key TEXT PRIMARY KEY NOT NULL REFERENCES apps (app_key),
      open_invoices INTEGER,
      unpaid_addresses INTEGER,
      bytes INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE app_usage (
      app_key TEXT PRIMARY KEY NOT NULL REFERENCES apps (app_key),
      bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE addresses ADD COLUMN paid_at INTEGER;
    CREATE INDEX addresses_paid ON addresses (app_key, currency, created_at) WHERE paid_at IS NOT NULL;
    CREATE INDEX invoices_open_of_app ON invoices (app_key) WHERE state IN ('pending', 'processing');
    CREATE INDEX requests_unfinished ON requests (app_key) WHERE object_id = '';

    """

  private static let past = """
    UPDATE addresses SET paid_at = (SELECT min(first_seen_at) FROM transfers AS t WHERE t.invoice_id = addresses.invoice_id)
      WHERE invoice_id IS NOT NULL;
    INSERT INTO app_usage (app_key, bytes)
      SELECT app_key, sum(bytes) FROM
        (SELECT app_key, \(StoredBytes.invoice) AS bytes FROM invoices
          UNION ALL SELECT app_key, \(StoredBytes.order) AS bytes FROM orders
          UNION ALL SELECT app_key, \(StoredBytes.address) AS bytes FROM addresses WHERE invoice_id IS NULL)
      GROUP BY app_key;
    """
}
