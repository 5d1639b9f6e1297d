import GRDB

/// Adds the wallets' sends that belong to no known order, the positions up to which the lists of sends were read, and
/// an index that finds an order by its transaction.
enum WalletSendsMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("wallet sends") { try $0.execute(sql: tables) }
  }

  /// `outputs` has one line for each output: the amount, a space, and the address, which is empty if it is unknown.
  /// `marks` and `excluded` are lists separated by spaces.
  private static let tables = """
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

    CREATE TABLE send_cursors (
      currency TEXT PRIMARY KEY NOT NULL,
      cursor TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX artefacts_by_transaction ON artefacts (transaction_id);
    """
}
