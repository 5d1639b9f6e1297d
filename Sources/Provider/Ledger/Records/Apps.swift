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
  /// Returns the app with this identity.
  package func app(_ key: AppKey) throws -> AppRecord? {
    try first(in: LedgerSchema.apps, where: [LedgerSchema.apps.key(key)], AppRecord.init(row:))
  }

  /// Returns whether the owner admitted an app, without reading the rest of its record.
  package func appStatus(_ key: AppKey) throws -> AppStatus? {
    try firstValue("SELECT status FROM apps WHERE app_key = $1", [key])
  }

  /// Returns the scopes that the owner granted to an app, without reading the rest of its record.
  package func scopes(of key: AppKey) throws -> [String] {
    try firstValue("SELECT scopes FROM apps WHERE app_key = $1", [key], String.self)?.words ?? []
  }

  /// Returns all apps that have ever connected, in the order of their pairing. The owner, whose own invoices stand beside
  /// those of apps, is none.
  package func apps() throws -> [AppRecord] {
    try all(in: LedgerSchema.apps, ending: "ORDER BY paired_at, app_key", AppRecord.init(row:)).filter {
      $0.key != .owner
    }
  }
}

extension LedgerTransaction {
  /// Stores a new app, or replaces everything that is stored of a known one.
  package func saveApp(_ app: AppRecord) throws {
    let apps = LedgerSchema.apps
    try save(
      in: apps, new: [apps.key(app.key)],
      [
        apps.status(app.status), apps.claimedName(app.claimedName), apps.scopes(String(words: app.scopes)),
        apps.manifest(app.evidence.manifest), apps.handshakeHash(app.evidence.handshakeHash),
        apps.sessionKey(app.evidence.sessionKey), apps.signature(app.evidence.signature),
        apps.pairedAt(app.pairedAt), apps.lastSeenAt(app.lastSeenAt),
      ])
  }

  /// Changes the status and the scopes of an app.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if there is no such app.
  package func setAppStatus(_ key: AppKey, _ status: AppStatus, scopes: [String]) throws {
    let apps = LedgerSchema.apps
    try updateOne(apps, [apps.status(status), apps.scopes(String(words: scopes))], where: [apps.key(key)])
  }

  /// Stores that an app is connected now.
  package func touchApp(_ key: AppKey, at now: Timestamp) throws {
    try update(LedgerSchema.apps, [LedgerSchema.apps.lastSeenAt(now)], where: [LedgerSchema.apps.key(key)])
  }
}

extension AppRecord {
  fileprivate init(row: StoredRow<AppsTable>) throws {
    let apps = LedgerSchema.apps
    self.init(
      key: try row[apps.key], status: try row[apps.status], claimedName: try row[apps.claimedName],
      scopes: try row[apps.scopes].words,
      evidence: AppEvidence(
        manifest: try row[apps.manifest], handshakeHash: try row[apps.handshakeHash],
        sessionKey: try row[apps.sessionKey], signature: try row[apps.signature]),
      pairedAt: try row[apps.pairedAt], lastSeenAt: try row[apps.lastSeenAt])
  }
}
