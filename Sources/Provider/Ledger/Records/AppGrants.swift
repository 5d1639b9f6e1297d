import GRDB
package import PaymentsModel

/// What the owner decided about a paired app beside its scopes.
package struct AppGrantRecord: Sendable, Hashable {
  /// The app.
  package let app: AppKey
  /// The currencies that it may use; `nil` where those of the manifest that it paired with.
  package var currencies: [String]?
  /// When what was granted ends; `nil` where it does not.
  package var expiresAt: Timestamp?
  /// What the owner calls it; `nil` where as it calls itself.
  package var ownerName: String?

  /// A record.
  package init(app: AppKey, currencies: [String]? = nil, expiresAt: Timestamp? = nil, ownerName: String? = nil) {
    self.app = app
    self.currencies = currencies
    self.expiresAt = expiresAt
    self.ownerName = ownerName
  }
}

extension LedgerReader {
  /// What was decided about an app.
  package func appGrant(_ app: AppKey) throws(LedgerError) -> AppGrantRecord {
    let stored = try first(
      "SELECT app_key, currencies, expires_at, owner_name FROM app_grants WHERE app_key = ?", [app.rawValue],
      AppGrantRecord.init(columns:))
    return stored ?? AppGrantRecord(app: app)
  }

  /// What was decided about all apps; those without a decision are left out.
  package func appGrants() throws(LedgerError) -> [AppGrantRecord] {
    try all("SELECT app_key, currencies, expires_at, owner_name FROM app_grants", [], AppGrantRecord.init(columns:))
  }
}

extension LedgerTransaction {
  /// Records what was decided about an app.
  ///
  /// - Throws: ``LedgerError/constraint`` where the app is unknown.
  package func saveAppGrant(_ grant: AppGrantRecord) throws(LedgerError) {
    try execute(
      """
      INSERT INTO app_grants (app_key, currencies, expires_at, owner_name) VALUES (?, ?, ?, ?)
      ON CONFLICT (app_key) DO UPDATE SET currencies = excluded.currencies, expires_at = excluded.expires_at,
        owner_name = excluded.owner_name
      """,
      [
        grant.app.rawValue, grant.currencies?.joined(separator: " "), grant.expiresAt?.milliseconds, grant.ownerName,
      ])
  }

  /// Forgets what an app was granted, at its revocation and when it pairs anew: currencies and expiry, and what lets it
  /// pay without a question. Its limits and the owner's name for it stay.
  package func withdrawGrants(of app: AppKey) throws(LedgerError) {
    try execute("UPDATE app_grants SET currencies = NULL, expires_at = NULL WHERE app_key = ?", [app.rawValue])
    try withdrawStandingPermissions(of: app)
  }
}

extension AppGrantRecord {
  fileprivate init(columns: inout Columns) throws(LedgerError) {
    self.init(
      app: AppKey(rawValue: try columns.text()),
      currencies: try columns.optionalText().map { $0.unicodeScalars.split(separator: " ").map(String.init) },
      expiresAt: try columns.optionalTime(), ownerName: try columns.optionalText())
  }
}
