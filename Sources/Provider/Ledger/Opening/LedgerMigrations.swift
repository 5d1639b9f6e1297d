import GRDB

/// The steps that migrate a ledger of any earlier version to the present one. A released step is never changed; new
/// steps are added at the end.
enum LedgerMigrations {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", foreignKeyChecks: .immediate) { try $0.execute(sql: version1) }
    AuditChainMigration.register(in: &migrator)
    EventBoundsMigration.register(in: &migrator)
    migrator.registerMigration("order quotes") { try $0.execute(sql: orderQuotes) }
    AddressHistoryMigration.register(in: &migrator)
    GrantsMigration.register(in: &migrator)
    BookingsMigration.register(in: &migrator)
    DocumentFoldersMigration.register(in: &migrator)
    InputsToFreeMigration.register(in: &migrator)
    ReplacementsMigration.register(in: &migrator)
    ReversalsMigration.register(in: &migrator)
    WalletSendsMigration.register(in: &migrator)
    QuotasMigration.register(in: &migrator)
    EventPlacesMigration.register(in: &migrator)
    return migrator
  }()

  /// Amounts are decimal text of atomic units, which have up to 128 bits; times are milliseconds since 1970 in UTC.
  /// Tables of objects with random identifiers are stored in the tree of their primary key (WITHOUT ROWID), so that a
  /// change writes one page. The signed transaction has a table of its own, so that it is written once.
  static let version1 = """
    CREATE TABLE apps (
      app_key TEXT PRIMARY KEY NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'revoked')),
      claimed_name TEXT NOT NULL,
      scopes TEXT NOT NULL,
      manifest BLOB NOT NULL,
      handshake_hash BLOB NOT NULL,
      session_key BLOB NOT NULL,
      signature BLOB NOT NULL,
      paired_at INTEGER NOT NULL,
      last_seen_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE requests (
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      request_id TEXT NOT NULL,
      method TEXT NOT NULL,
      params_digest TEXT NOT NULL,
      object_kind TEXT NOT NULL,
      object_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (app_key, request_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE invoices (
      invoice_id TEXT PRIMARY KEY NOT NULL,
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      request_id TEXT NOT NULL,
      currency TEXT NOT NULL,
      decimals INTEGER NOT NULL,
      address TEXT NOT NULL,
      amount TEXT,
      memo TEXT,
      confirmations_wanted INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      monitoring_until INTEGER NOT NULL,
      state TEXT NOT NULL,
      payment TEXT NOT NULL,
      version INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX invoices_by_address ON invoices (currency, address);
    CREATE INDEX invoices_by_app ON invoices (app_key, created_at);
    CREATE INDEX invoices_by_end ON invoices (monitoring_until);
    CREATE INDEX invoices_open ON invoices (monitoring_until) WHERE state IN ('pending', 'processing');

    CREATE TABLE transfers (
      invoice_id TEXT NOT NULL REFERENCES invoices (invoice_id),
      transfer_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      transaction_id TEXT NOT NULL,
      amount TEXT NOT NULL,
      confirmations INTEGER NOT NULL,
      state TEXT NOT NULL,
      first_seen_at INTEGER NOT NULL,
      PRIMARY KEY (invoice_id, transfer_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE addresses (
      currency TEXT NOT NULL,
      address TEXT NOT NULL,
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      label TEXT,
      purpose TEXT NOT NULL,
      invoice_id TEXT REFERENCES invoices (invoice_id),
      created_at INTEGER NOT NULL,
      PRIMARY KEY (currency, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX addresses_by_app ON addresses (app_key, currency, created_at);

    CREATE TABLE orders (
      order_id TEXT PRIMARY KEY NOT NULL,
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      request_id TEXT NOT NULL,
      params_digest TEXT NOT NULL,
      currency TEXT NOT NULL,
      decimals INTEGER NOT NULL,
      address TEXT NOT NULL,
      amount TEXT NOT NULL,
      max_fee TEXT,
      memo TEXT,
      confirmations_wanted INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      state TEXT NOT NULL,
      is_open INTEGER NOT NULL,
      quoted_fee TEXT,
      approval_kind TEXT,
      approval_at INTEGER,
      approval_fee_cap TEXT,
      approval_expires_at INTEGER,
      approval_digest TEXT,
      confirmations INTEGER NOT NULL,
      in_doubt INTEGER NOT NULL,
      failure TEXT,
      version INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX orders_by_app ON orders (app_key, created_at);
    CREATE INDEX orders_open ON orders (order_id) WHERE is_open = 1;

    CREATE TABLE artefacts (
      order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (order_id),
      transaction_id TEXT NOT NULL,
      fee TEXT NOT NULL,
      blob BLOB NOT NULL
    ) STRICT;

    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      app_key TEXT NOT NULL,
      type TEXT NOT NULL,
      object_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX events_by_app ON events (app_key, sequence);

    CREATE TABLE cursors (
      currency TEXT PRIMARY KEY NOT NULL,
      cursor TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE audit (
      entry INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      app_key TEXT,
      object_id TEXT,
      detail TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER audit_is_not_erased BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END;

    CREATE TABLE settings (
      key TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
