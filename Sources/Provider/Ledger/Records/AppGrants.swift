package import PaymentsModel

/// The owner's decisions about a paired app, other than its scopes.
package struct AppGrantRecord: Sendable, Hashable {
  /// The app.
  package let app: AppKey
  /// The currencies that the app may use; `nil` for those of the manifest with which the app paired.
  package var currencies: [String]?
  /// When the grant ends; `nil` if it does not end.
  package var expiresAt: Timestamp?
  /// The name that the owner gave the app; `nil` if the app's own name is used.
  package var ownerName: String?

  /// Creates a record.
  package init(app: AppKey, currencies: [String]? = nil, expiresAt: Timestamp? = nil, ownerName: String? = nil) {
    self.app = app
    self.currencies = currencies
    self.expiresAt = expiresAt
    self.ownerName = ownerName
  }
}

extension LedgerReader {
  /// Returns the decisions about an app.
  package func appGrant(_ app: AppKey) throws -> AppGrantRecord {
    let stored = try first(
      "SELECT app_key, currencies, expires_at, owner_name FROM app_grants WHERE app_key = ?", [app.rawValue],
      AppGrantRecord.init(columns:))
    return stored ?? AppGrantRecord(app: app)
  }

  /// Returns the decisions about all apps. Apps without a decision are left out.
  package func appGrants() throws -> [AppGrantRecord] {
    try all("SELECT app_key, currencies, expires_at, owner_name FROM app_grants", [], AppGrantRecord.init(columns:))
  }
}

extension LedgerTransaction {
  /// Stores the decisions about an app.
  ///
  /// - Throws: ``LedgerError/constraint`` if the app is unknown.
  package func saveAppGrant(_ grant: AppGrantRecord) throws {
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

  /// Removes what an app was granted: currencies, expiry, and the permission to pay without an approval. This is done
  /// when the app is revoked and when it pairs again. Its limits and the owner's name for it stay.
  package func withdrawGrants(of app: AppKey) throws {
    try execute("UPDATE app_grants SET currencies = NULL, expires_at = NULL WHERE app_key = ?", [app.rawValue])
    try withdrawStandingPermissions(of: app)
  }
}

extension AppGrantRecord {
  fileprivate init(columns: inout Columns) throws {
    self.init(
      app: AppKey(rawValue: try columns.text()),
      currencies: try columns.optionalText().map { $0.unicodeScalars.split(separator: " ").map(String.init) },
      expiresAt: try columns.optionalTime(), ownerName: try columns.optionalText())
  }
}
