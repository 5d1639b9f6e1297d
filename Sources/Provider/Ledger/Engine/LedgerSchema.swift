import Cryptography

/// The tables of the ledger.
///
/// Amounts are decimal text of atomic units, since they have 128 bits. Times are milliseconds since 1970 in UTC.
/// Objects with random names live in the tree of their primary key (`WITHOUT ROWID`), so that a change writes one page.
enum LedgerSchema {
  /// The release that the schema came with.
  static let release = "0.9.0 "

  /// The name of the schema. It contains a digest, so that it changes together with the schema.
  static let name: String = {
    let digest = (try? SHA256.hash(Array(sql.utf8))) ?? []
    return release + digest.prefix(6).map { String($0, radix: 16) }.joined(separator: "-")
  }()

  static let sql =
    apps + daemons + requests + receiving + paying + limits + quotas + books + events + wallets + audit + settings

  /// Who may ask for what. `apps` is what an app proved and what it was let in with, `app_grants` what the owner
  /// granted beyond that, `document_folders` where it leaves its documents and the key with which it seals them.
  private static let apps = """
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

    CREATE TABLE app_grants (
      app_key TEXT PRIMARY KEY NOT NULL REFERENCES apps (app_key),
      currencies TEXT,
      expires_at INTEGER,
      owner_name TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE document_folders (
      app_key TEXT PRIMARY KEY NOT NULL REFERENCES apps (app_key),
      name TEXT NOT NULL UNIQUE,
      document_key BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    """

  /// The daemons that may pass on what apps and the owner say, by the keys of their own. One that was sent away stays in the
  /// list, with the moment.
  private static let daemons = """
    CREATE TABLE daemons (
      public_key TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      added_at INTEGER NOT NULL,
      last_seen_at INTEGER,
      revoked_at INTEGER
    ) STRICT, WITHOUT ROWID;

    """

  /// Which request made which object, so that a repeated one makes nothing anew.
  private static let requests = """
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

    """

  /// Invoices, what arrived for them, and all addresses that were made for apps. An invoice has the number and the sums
  /// of its transfers, so that neither a payment nor a look at it reads them all. `event_place` is the place of its
  /// newest event, once the next version replaces that. `paid_at` is when an address was first paid.
  private static let receiving = """
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
      updated_at INTEGER NOT NULL,
      transfer_count INTEGER NOT NULL,
      paid TEXT NOT NULL,
      paid_in_time TEXT NOT NULL,
      confirmed TEXT NOT NULL,
      event_place INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX invoices_by_address ON invoices (currency, address);
    CREATE INDEX invoices_by_app ON invoices (app_key, created_at);
    CREATE INDEX invoices_by_state ON invoices (app_key, state, created_at);
    CREATE INDEX invoices_pending ON invoices (expires_at) WHERE state = 'pending';
    CREATE INDEX invoices_processing ON invoices (monitoring_until) WHERE state = 'processing';

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
    CREATE UNIQUE INDEX transfers_by_position ON transfers (invoice_id, position);
    CREATE INDEX transfers_by_transaction ON transfers (invoice_id, transaction_id);

    CREATE TABLE addresses (
      currency TEXT NOT NULL,
      address TEXT NOT NULL,
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      label TEXT,
      purpose TEXT NOT NULL,
      invoice_id TEXT REFERENCES invoices (invoice_id),
      created_at INTEGER NOT NULL,
      paid_at INTEGER,
      PRIMARY KEY (currency, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX addresses_by_app ON addresses (app_key, currency, created_at);
    CREATE INDEX addresses_paid ON addresses (app_key, currency, created_at) WHERE paid_at IS NOT NULL;

    """

  /// Payment orders. A signed transaction has a row of its own, so that it is written once; the one that took its place
  /// is named in the order. `orders_paid_by_address` holds only what succeeded, so that an order writes it once, at its
  /// end. Orders that succeeded are followed until they are buried. `inputs_to_free` names those that have ended with a
  /// transaction that will never be made: its inputs may be locked in the wallet.
  private static let paying = """
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
      quoted_at INTEGER,
      approval_kind TEXT,
      approval_at INTEGER,
      approval_quoted_fee TEXT,
      approval_quoted_at INTEGER,
      approval_fee_cap TEXT,
      approval_expires_at INTEGER,
      approval_digest TEXT,
      waiting_for TEXT,
      confirmations INTEGER NOT NULL,
      in_doubt INTEGER NOT NULL,
      replacement_id TEXT,
      replacement_fee TEXT,
      failure TEXT,
      reversed_at INTEGER,
      is_buried INTEGER NOT NULL DEFAULT 0,
      version INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX orders_by_app ON orders (app_key, created_at);
    CREATE INDEX orders_by_replacement ON orders (replacement_id) WHERE replacement_id IS NOT NULL;
    CREATE INDEX orders_open ON orders (order_id) WHERE is_open = 1;
    CREATE INDEX orders_paid_by_address ON orders (currency, address) WHERE state = 'succeeded';
    CREATE INDEX orders_shallow ON orders (currency) WHERE state = 'succeeded' AND is_buried = 0;
    CREATE INDEX orders_reversed ON orders (reversed_at) WHERE reversed_at IS NOT NULL;

    CREATE TABLE signed_transactions (
      order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (order_id),
      transaction_id TEXT NOT NULL,
      fee TEXT NOT NULL,
      blob BLOB NOT NULL
    ) STRICT;
    CREATE INDEX signed_transactions_by_transaction ON signed_transactions (transaction_id);

    CREATE TABLE inputs_to_free (
      order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (order_id)
    ) STRICT, WITHOUT ROWID;

    """

  /// What apps may pay, and what of it is counted. `budget_days` holds sums, so that a payment costs the same however
  /// many came before: one row a day for all recipients (under the empty name), and one for each that has a limit of
  /// its own. `budget_reservations` says what each order adds to them.
  private static let limits = """
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
      batch INTEGER NOT NULL,
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

    """

  /// What apps may have made for them, and how many bytes of it are used, by what each kind of record takes, since the
  /// size of single rows is not kept.
  private static let quotas = """
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

    """

  /// The journal that statements are made of. `booked_days` has the sums of each day in UTC, so that the opening balance
  /// of a statement does not read all bookings before it.
  private static let books = """
    CREATE TABLE bookings (
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
    CREATE INDEX bookings_by_time ON bookings (at);
    CREATE TRIGGER bookings_are_not_changed BEFORE UPDATE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER bookings_are_not_erased BEFORE DELETE ON bookings BEGIN SELECT RAISE(ABORT, 'append only'); END;

    CREATE TABLE booked_days (
      app_key TEXT NOT NULL REFERENCES apps (app_key),
      currency TEXT NOT NULL,
      kind TEXT NOT NULL,
      day INTEGER NOT NULL,
      decimals INTEGER NOT NULL,
      amount TEXT NOT NULL,
      fee TEXT NOT NULL,
      PRIMARY KEY (app_key, currency, kind, day)
    ) STRICT, WITHOUT ROWID;

    """

  /// What apps are told. The events of each app are numbered by themselves: a number that all shared would tell each
  /// app how much the others do. The later versions of an invoice have one event together, so numbers may be
  /// missing.
  /// `event_bounds` remembers up to which place the events of an app were dropped, also where none of them is left.
  private static let events = """
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      app_key TEXT NOT NULL,
      place INTEGER NOT NULL,
      type TEXT NOT NULL,
      object_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX events_by_place ON events (app_key, place);

    CREATE TABLE event_counters (
      app_key TEXT PRIMARY KEY NOT NULL,
      newest INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event_bounds (
      app_key TEXT PRIMARY KEY NOT NULL,
      dropped_through INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    """

  /// Up to where the wallets were read: what they received in `cursors`, what they sent in `send_cursors`, with an address
  /// of the wallet that was read, when the first one was, and when the owner accepted it in place of another one. `wallet_sends` is what they sent
  /// and no order is known for; its `outputs` has a line for each, the amount, a space and the address, and one with the
  /// sum of those whose addresses are not known; outputs that the wallet does not name end with the word `unlisted`; `marks` and `excluded` have words. `settled_marks` are
  /// marks without a send, of which the owner has said that they pay no order.
  private static let wallets = """
    CREATE TABLE cursors (
      currency TEXT PRIMARY KEY NOT NULL,
      cursor TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE send_cursors (
      currency TEXT PRIMARY KEY NOT NULL,
      cursor TEXT,
      witness TEXT NOT NULL,
      since INTEGER NOT NULL,
      accepted_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE settled_marks (
      currency TEXT NOT NULL,
      mark TEXT NOT NULL,
      PRIMARY KEY (currency, mark)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE wallet_sends (
      currency TEXT NOT NULL,
      transaction_id TEXT NOT NULL,
      outputs TEXT NOT NULL,
      fee TEXT,
      sent_at INTEGER,
      found_at INTEGER NOT NULL,
      marks TEXT NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('open', 'noted', 'forgotten', 'own', 'order')),
      excluded TEXT NOT NULL,
      PRIMARY KEY (currency, transaction_id)
    ) STRICT, WITHOUT ROWID;

    """

  /// What may become of an entry of the audit log: an old one about something that moved no money and allowed nothing loses
  /// its content. Its number, time and hash stay, so that the chain can be verified.
  static let shortening = """
    NEW.entry = OLD.entry AND NEW.at = OLD.at AND NEW.hash = OLD.hash AND NEW.kind = 'shortened' AND NEW.detail = '' \
    AND NEW.app_key IS NULL AND NEW.object_id IS NULL AND OLD.kind IN (\(
      AuditEntry.shortenedKinds.map { "'\($0)'" }.joined(separator: ", ")))
    """

  /// The audit log. Each entry has the hash of all up to it. `audit_by_object` finds what happened to one order.
  private static let audit = """
    CREATE TABLE audit (
      entry INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      app_key TEXT,
      object_id TEXT,
      detail TEXT NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE INDEX audit_by_object ON audit (object_id) WHERE object_id IS NOT NULL;
    CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit WHEN NOT (\(shortening)) BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER audit_is_not_erased BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END;

    """

  /// What the owner set, such as the PIN and the lock.
  private static let settings = """
    CREATE TABLE settings (
      key TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    """
}
