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
    let grants = LedgerSchema.appGrants
    return try first(in: grants, where: [grants.app(app)], AppGrantRecord.init(row:)) ?? AppGrantRecord(app: app)
  }

  /// Returns the decisions about all apps. Apps without a decision are left out.
  package func appGrants() throws -> [AppGrantRecord] {
    try all(in: LedgerSchema.appGrants, AppGrantRecord.init(row:))
  }
}

extension LedgerTransaction {
  /// Stores the decisions about an app.
  ///
  /// - Throws: ``LedgerError/constraint`` if the app is unknown.
  package func saveAppGrant(_ grant: AppGrantRecord) throws {
    let grants = LedgerSchema.appGrants
    try save(
      in: grants, new: [grants.app(grant.app)],
      [
        grants.currencies(grant.currencies.map(String.init(words:))), grants.expiresAt(grant.expiresAt),
        grants.ownerName(grant.ownerName),
      ])
  }

  /// Removes what an app was granted: currencies, expiry, and the permission to pay without an approval. This is done
  /// when the app is revoked and when it pairs again. Its limits and the owner's name for it stay.
  package func withdrawGrants(of app: AppKey) throws {
    let grants = LedgerSchema.appGrants
    try update(grants, [grants.currencies(nil), grants.expiresAt(nil)], where: [grants.app(app)])
    try withdrawStandingPermissions(of: app)
  }
}

extension AppGrantRecord {
  fileprivate init(row: StoredRow<AppGrantsTable>) throws {
    let grants = LedgerSchema.appGrants
    self.init(
      app: try row[grants.app], currencies: try row[grants.currencies]?.words, expiresAt: try row[grants.expiresAt],
      ownerName: try row[grants.ownerName])
  }
}
