import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let audit = AuditTable()
  static let settings = SettingsTable()

  /// What may become of an entry of the audit log: an old one about something that moved no money and allowed nothing loses
  /// its content. Its number, time and hash stay, so that the chain can be verified.
  static let shortening = """
    NEW.entry = OLD.entry AND NEW.at = OLD.at AND NEW.hash = OLD.hash AND NEW.kind = 'shortened' AND NEW.detail = '' \
    AND NEW.app_key IS NULL AND NEW.object_id IS NULL AND OLD.kind IN (\(
      AuditEntry.shortenedKinds.map { "'\($0)'" }.joined(separator: ", ")))
    """
}

private let audit = TableDeclaration<AuditTable>("audit")

/// The audit log. Each entry has the hash of all up to it. `audit_by_object` finds what happened to one order.
struct AuditTable: TableColumns {
  let entry: Column<Int64> = audit.number("entry", .neverTwice)
  let at: Column<Timestamp> = audit.column("at")
  let kind: Column<String> = audit.column("kind")
  let app: Column<AppKey?> = audit.column("app_key")
  let objectID: Column<String?> = audit.column("object_id")
  let detail: Column<String> = audit.column("detail")
  let hash: Column<[UInt8]> = audit.column("hash")
  let table = audit.table(
    indexes: [
      .init("audit_by_object", on: "object_id", where: "object_id IS NOT NULL")
    ],
    triggers: [
      """
      CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit WHEN NOT (\(LedgerSchema.shortening)) \
      BEGIN SELECT RAISE(ABORT, 'append only'); END
      """,
      "CREATE TRIGGER audit_is_not_erased BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END",
    ])
}

private let settings = TableDeclaration<SettingsTable>("settings")

/// What the owner set, such as the PIN and the lock.
struct SettingsTable: TableColumns {
  let key: Column<String> = settings.key("key")
  let value: Column<String> = settings.column("value")
  let table = settings.table()
}
