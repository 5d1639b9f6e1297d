import GRDB

/// What wallets sent and no order is known for, up to where their lists of sends were read, and an index by which an
/// order is found by its transaction.
enum WalletSendsMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("wallet sends") { try $0.execute(sql: tables) }
  }

  /// `outputs` has a line for each: the amount, a space and the address, or nothing where that is not known. `marks`
  /// and `excluded` have words.
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
