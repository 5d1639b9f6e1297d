import GRDB
import PaymentsModel

/// Turns the audit log into a chain: each entry gets a hash over all entries up to it. Entries of an earlier version
/// keep their order. After this migration a change of an entry is detected.
enum AuditChainMigration {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("audit chain", foreignKeyChecks: .immediate) { database in
      try database.execute(sql: rename)
      try database.execute(sql: table)
      let entries = try Row.fetchCursor(
        database, sql: "SELECT at, kind, app_key, object_id, detail FROM old_audit ORDER BY entry")
      let transaction = LedgerTransaction(database)
      while let row = try entries.next() {
        var columns = Columns(row)
        try transaction.appendAudit(
          AuditEntry(
            at: try columns.time(), kind: try columns.text(),
            app: try columns.optionalText().map(AppKey.init(rawValue:)), objectID: try columns.optionalText(),
            detail: try columns.text()))
      }
      try database.execute(sql: triggers)
    }
  }

  private static let rename = """
    DROP TRIGGER audit_is_not_changed;
    DROP TRIGGER audit_is_not_erased;
    ALTER TABLE audit RENAME TO old_audit;
    """

  private static let table = """
    CREATE TABLE audit (
      entry INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      app_key TEXT,
      object_id TEXT,
      detail TEXT NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    """

  private static let triggers = """
    DROP TABLE old_audit;
    CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER audit_is_not_erased BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END;
    """
}
