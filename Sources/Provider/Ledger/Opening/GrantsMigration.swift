import GRDB

/// Adds limits, their usage, and the permissions that the owner granted in addition to the pairing.
///
/// `budget_days` holds sums, so that the cost of a payment does not depend on the number of earlier payments. It has
/// one row per day for all recipients (with an empty name), and one for each recipient that has a limit of its own.
/// `budget_reservations` holds the contribution of each order to these sums.
enum GrantsMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("grants", foreignKeyChecks: .immediate) { try $0.execute(sql: tables) }
  }

  private static let tables = """
    CREATE TABLE payment_limits (
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      currency TEXT NOT NULL,
      per_payment TEXT,
      per_period TEXT,
      period TEXT NOT NULL CHECK (period IN ('day', 'week', 'month')),
      count INTEGER,
      asking TEXT NOT NULL CHECK (asking IN ('always', 'above', 'never', 'refuse')),
      ask_above TEXT,
      recipients TEXT NOT NULL,
      PRIMARY KEY (app_key, currency)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE budget_days (
      app_key TEXT NOT NULL,
      currency TEXT NOT NULL,
      recipient TEXT NOT NULL,
      day INTEGER NOT NULL,
      amount TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (app_key, currency, recipient, day)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE budget_reservations (
      order_id TEXT PRIMARY KEY NOT NULL,
      day INTEGER NOT NULL,
      amount TEXT NOT NULL,
      counts_recipient INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE budget_warnings (
      app_key TEXT NOT NULL,
      currency TEXT NOT NULL,
      period TEXT NOT NULL,
      first_day INTEGER NOT NULL,
      PRIMARY KEY (app_key, currency)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE app_grants (
      app_key TEXT PRIMARY KEY NOT NULL REFERENCES apps (app_key),
      currencies TEXT,
      expires_at INTEGER,
      owner_name TEXT
    ) STRICT, WITHOUT ROWID;
    """
}
