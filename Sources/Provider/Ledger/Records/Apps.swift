import GRDB
package import PaymentsModel

/// Whether an app may do anything.
package enum AppStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// The owner was not asked yet, or has not answered.
  case pending
  /// The owner let it in.
  case approved
  /// The owner refused it.
  case denied
  /// It was let in once, and is not any more.
  case revoked
}

/// What proves which manifest an app signed, in which handshake (specification, section on the session).
package struct AppEvidence: Sendable, Hashable {
  /// The manifest as it was received, byte by byte.
  package let manifest: [UInt8]
  /// The handshake hash that was signed.
  package let handshakeHash: [UInt8]
  /// The app's key of that connection.
  package let sessionKey: [UInt8]
  /// The Ed25519 signature under the app's key.
  package let signature: [UInt8]

  /// Evidence.
  package init(manifest: [UInt8], handshakeHash: [UInt8], sessionKey: [UInt8], signature: [UInt8]) {
    self.manifest = manifest
    self.handshakeHash = handshakeHash
    self.sessionKey = sessionKey
    self.signature = signature
  }
}

/// An app that has connected once.
package struct AppRecord: Sendable, Hashable {
  /// Its identity.
  package var key: AppKey
  /// Whether it may do anything.
  package var status: AppStatus
  /// The name that it gave itself; not verified.
  package var claimedName: String
  /// What the owner granted; no name holds a space.
  package var scopes: [String]
  /// What it signed.
  package var evidence: AppEvidence
  /// When it was first seen, or let in.
  package var pairedAt: Timestamp
  /// When it was last connected.
  package var lastSeenAt: Timestamp?

  /// An app.
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

  /// The app with this identity.
  package func app(_ key: AppKey) throws(LedgerError) -> AppRecord? {
    try first("SELECT \(Self.appColumns) FROM apps WHERE app_key = ?", [key.rawValue], AppRecord.init(columns:))
  }

  /// Whether an app may do anything, without the rest of its record.
  package func appStatus(_ key: AppKey) throws(LedgerError) -> AppStatus? {
    try first("SELECT status FROM apps WHERE app_key = ?", [key.rawValue]) { columns throws(LedgerError) -> AppStatus in
      try columns.choice()
    }
  }

  /// All apps that have ever connected, in the order of their pairing.
  package func apps() throws(LedgerError) -> [AppRecord] {
    try all("SELECT \(Self.appColumns) FROM apps ORDER BY paired_at, app_key", [], AppRecord.init(columns:))
  }
}

extension LedgerTransaction {
  /// Records an app, or all of what is known of it now.
  package func saveApp(_ app: AppRecord) throws(LedgerError) {
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
        app.evidence.manifest.stored, app.evidence.handshakeHash.stored, app.evidence.sessionKey.stored,
        app.evidence.signature.stored, app.pairedAt.milliseconds, app.lastSeenAt?.milliseconds,
      ])
  }

  /// Changes whether an app may do anything, and what.
  ///
  /// - Throws: ``LedgerError/versionConflict`` where there is no such app.
  package func setAppStatus(_ key: AppKey, _ status: AppStatus, scopes: [String]) throws(LedgerError) {
    try executeOnOne(
      "UPDATE apps SET status = ?, scopes = ? WHERE app_key = ?",
      [status.rawValue, scopes.joined(separator: " "), key.rawValue])
  }

  /// Notes that an app is connected.
  package func touchApp(_ key: AppKey, at now: Timestamp) throws(LedgerError) {
    try execute("UPDATE apps SET last_seen_at = ? WHERE app_key = ?", [now.milliseconds, key.rawValue])
  }
}

extension AppRecord {
  fileprivate init(columns: inout Columns) throws(LedgerError) {
    self.init(
      key: AppKey(rawValue: try columns.text()), status: try columns.choice(), claimedName: try columns.text(),
      scopes: try columns.text().unicodeScalars.split(separator: " ").map(String.init),
      evidence: AppEvidence(
        manifest: try columns.bytes(), handshakeHash: try columns.bytes(), sessionKey: try columns.bytes(),
        signature: try columns.bytes()),
      pairedAt: try columns.time(), lastSeenAt: try columns.optionalTime())
  }
}
