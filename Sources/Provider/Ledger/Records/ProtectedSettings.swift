import JSON
package import PaymentsModel

/// What the owner has decided and what protects the money: of an app its scopes, currencies, limits and quota; of the owner
/// the PIN, the lock and the daemons that may pass on the owner's words.
///
/// Each entry of the audit log about such a decision holds a digest of what the ledger has from then on. Whoever changes
/// the tables behind the provider's back would have to change the chain, too.
package enum ProtectedSettings: Sendable, Hashable {
  case app(AppKey)
  case owner

  /// The member of an entry's detail that has the digest.
  package static let digestMember = "settings"
  /// The digest of no settings at all: that of the two bytes `[]`.
  package static let none = "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"

  /// The settings that an entry of this kind is about; `nil` if it is about none.
  package init?(changedBy entry: AuditEntry) {
    switch entry.kind {
    case "app.approved", "app.granted", "app.renamed", "app.revoked", "app.forgotten", "limits.set", "limits.cleared",
      "quota.set":
      guard let app = entry.app else { return nil }
      self = .app(app)
    case "pin.set", "pin.cleared", "wallet.locked", "wallet.unlocked", "daemon.added", "daemon.revoked": self = .owner
    default: return nil
    }
  }
}

extension AuditEntry {
  /// The digest of the settings that the entry holds; `nil` where it has none.
  package var settingsDigest: String? {
    (try? JSONValue(parsing: Array(detail.utf8)))?[ProtectedSettings.digestMember]?.stringValue
  }

  /// The same entry with the digest of what the ledger has now, if it is about such settings.
  func sealing(_ reader: LedgerReader) throws -> AuditEntry {
    guard let settings = ProtectedSettings(changedBy: self),
      var detail = try? JSONValue(parsing: Array(detail.utf8)).objectValue
    else { return self }
    detail[ProtectedSettings.digestMember] = .string(try reader.digest(of: settings))
    return AuditEntry(at: at, kind: kind, app: app, objectID: objectID, detail)
  }
}

extension LedgerReader {
  /// Returns the digest of settings as the ledger has them: SHA-256 in base64url of the rows' values as JSON.
  package func digest(of settings: ProtectedSettings) throws -> String {
    let rows: [JSONValue] =
      switch settings {
      case .app(let app): try appRows(app)
      case .owner: try ownerRows()
      }
    return try AuditHash.of(JSONValue.array(rows).text())
  }

  /// Returns the apps that the ledger has settings of. The owner's own row is none: no app has that key.
  package func appsWithSettings() throws -> [AppKey] {
    try allValues("SELECT app_key FROM apps WHERE app_key <> $1 ORDER BY app_key", [AppKey.owner])
  }

  private func appRows(_ app: AppKey) throws -> [JSONValue] {
    let selections: [(sql: String, values: Int)] = [
      ("SELECT 'app', status, scopes FROM apps WHERE app_key = $1", 3),
      ("SELECT 'grant', currencies, CAST(expires_at AS TEXT) FROM app_grants WHERE app_key = $1", 3),
      (
        """
        SELECT 'limits', currency, per_payment, per_period, period, CAST(count AS TEXT), asking, ask_above,
          CAST(ask_new_recipients AS TEXT), recipients, CAST(batch AS TEXT) FROM payment_limits WHERE app_key = $1
        """, 11
      ),
      (
        """
        SELECT 'quota', CAST(open_invoices AS TEXT), CAST(unpaid_addresses AS TEXT), CAST(bytes AS TEXT) FROM app_quotas
        WHERE app_key = $1
        """, 4
      ),
    ]
    return try selections.flatMap { selection in try rows(selection.sql, [app], width: selection.values) }
  }

  private func ownerRows() throws -> [JSONValue] {
    try rows("SELECT 'setting', key, value FROM settings WHERE key IN ('pin', 'wallet_locked')", [], width: 3)
      + rows("SELECT 'daemon', public_key, name FROM daemons WHERE revoked_at IS NULL", [], width: 3)
  }

  private func rows(_ sql: String, _ arguments: LedgerArguments, width: Int) throws -> [JSONValue] {
    let rows = try computed(sql, arguments) { row in
      JSONValue.array(
        try (0..<width).map { place in
          let text: String? = try row[place]
          return text.map(JSONValue.string) ?? .null
        })
    }
    // Each engine has an order of its own.
    return rows.sorted { $0.text().utf8.lexicographicallyPrecedes($1.text().utf8) }
  }
}
