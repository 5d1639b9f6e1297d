package import PaymentsModel

/// Whether the owner admitted an app.
package enum AppStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// The owner has not decided yet.
  case pending
  /// The owner admitted the app.
  case approved
  /// The owner refused the app.
  case denied
  /// The owner admitted the app and later withdrew that.
  case revoked
}

/// The proof of which manifest an app signed in which handshake (specification, section on the session).
package struct AppEvidence: Sendable, Hashable {
  /// The manifest as it was received, unchanged.
  package let manifest: [UInt8]
  /// The handshake hash that was signed.
  package let handshakeHash: [UInt8]
  /// The app's session key of that connection.
  package let sessionKey: [UInt8]
  /// The Ed25519 signature, made with the app's key.
  package let signature: [UInt8]

  /// Creates the evidence.
  package init(manifest: [UInt8], handshakeHash: [UInt8], sessionKey: [UInt8], signature: [UInt8]) {
    self.manifest = manifest
    self.handshakeHash = handshakeHash
    self.sessionKey = sessionKey
    self.signature = signature
  }
}

/// An app that has connected at least once.
package struct AppRecord: Sendable, Hashable {
  /// The app's identity.
  package var key: AppKey
  /// Whether the owner admitted the app.
  package var status: AppStatus
  /// The name that the app gave itself. It is not verified.
  package var claimedName: String
  /// The scopes that the owner granted. No name of a scope contains a space.
  package var scopes: [String]
  /// The proof of what the app signed.
  package var evidence: AppEvidence
  /// When the app was first seen, or admitted.
  package var pairedAt: Timestamp
  /// When the app was last connected.
  package var lastSeenAt: Timestamp?

  /// Creates a record.
  package init(
    key: AppKey, status: AppStatus, claimedName: String, scopes: [String], evidence: AppEvidence,
    pairedAt: Timestamp, lastSeenAt: Timestamp?
  ) {
    self.key = key
    self.status = status
    self.claimedName = claimedName
    self.scopes = scopes
    self.evidence = evidence
    self.pairedAt = pairedAt
    self.lastSeenAt = lastSeenAt
  }
}

extension LedgerReader {
  private static let appColumns = """
    app_key, status, claimed_name, scopes, manifest, handshake_hash, session_key, signature, paired_at, last_seen_at
    """

  /// Returns the app with this identity.
  package func app(_ key: AppKey) throws -> AppRecord? {
    try first("SELECT \(Self.appColumns) FROM apps WHERE app_key = ?", [key.rawValue], AppRecord.init(columns:))
  }

  /// Returns whether the owner admitted an app, without reading the rest of its record.
  package func appStatus(_ key: AppKey) throws -> AppStatus? {
    try first("SELECT status FROM apps WHERE app_key = ?", [key.rawValue]) { columns -> AppStatus in
      try columns.choice()
    }
  }

  /// Returns all apps that have ever connected, in the order of their pairing.
  package func apps() throws -> [AppRecord] {
    try all("SELECT \(Self.appColumns) FROM apps ORDER BY paired_at, app_key", [], AppRecord.init(columns:))
  }
}

extension LedgerTransaction {
  /// Stores a new app, or replaces everything that is stored of a known one.
  package func saveApp(_ app: AppRecord) throws {
    try execute(
      """
      INSERT INTO apps (app_key, status, claimed_name, scopes, manifest, handshake_hash, session_key, signature,
        paired_at, last_seen_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_key) DO UPDATE SET status = excluded.status, claimed_name = excluded.claimed_name,
        scopes = excluded.scopes, manifest = excluded.manifest, handshake_hash = excluded.handshake_hash,
        session_key = excluded.session_key, signature = excluded.signature, paired_at = excluded.paired_at,
        last_seen_at = excluded.last_seen_at
      """,
      [
        app.key.rawValue, app.status.rawValue, app.claimedName, app.scopes.joined(separator: " "),
        app.evidence.manifest, app.evidence.handshakeHash, app.evidence.sessionKey,
        app.evidence.signature, app.pairedAt.milliseconds, app.lastSeenAt?.milliseconds,
      ])
  }

  /// Changes the status and the scopes of an app.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if there is no such app.
  package func setAppStatus(_ key: AppKey, _ status: AppStatus, scopes: [String]) throws {
    try executeOnOne(
      "UPDATE apps SET status = ?, scopes = ? WHERE app_key = ?",
      [status.rawValue, scopes.joined(separator: " "), key.rawValue])
  }

  /// Stores that an app is connected now.
  package func touchApp(_ key: AppKey, at now: Timestamp) throws {
    try execute("UPDATE apps SET last_seen_at = ? WHERE app_key = ?", [now.milliseconds, key.rawValue])
  }
}

extension AppRecord {
  fileprivate init(columns: inout Columns) throws {
    self.init(
      key: AppKey(rawValue: try columns.text()), status: try columns.choice(), claimedName: try columns.text(),
      scopes: try columns.text().unicodeScalars.split(separator: " ").map(String.init),
      evidence: AppEvidence(
        manifest: try columns.bytes(), handshakeHash: try columns.bytes(), sessionKey: try columns.bytes(),
        signature: try columns.bytes()),
      pairedAt: try columns.time(), lastSeenAt: try columns.optionalTime())
  }
}
