package import PaymentsModel

/// A daemon that the owner admitted to the ledger.
package struct DaemonRecord: Sendable, Hashable {
  /// The daemon's own public key in base64url.
  package let publicKey: String
  /// The name of the daemon.
  package var name: String
  /// When it was admitted.
  package var addedAt: Timestamp
  /// When it was there last, as far as that was noted.
  package var lastSeenAt: Timestamp?
  /// When it was sent away; `nil` if it was not.
  package var revokedAt: Timestamp?

  /// Creates a record.
  package init(
    publicKey: String, name: String, addedAt: Timestamp, lastSeenAt: Timestamp? = nil, revokedAt: Timestamp? = nil
  ) {
    self.publicKey = publicKey
    self.name = name
    self.addedAt = addedAt
    self.lastSeenAt = lastSeenAt
    self.revokedAt = revokedAt
  }
}

extension LedgerReader {
  /// Returns all daemons, also those that were sent away, by their names.
  package func daemons() throws -> [DaemonRecord] {
    try all(
      "SELECT public_key, name, added_at, last_seen_at, revoked_at FROM daemons ORDER BY name, public_key", []
    ) { columns -> DaemonRecord in
      DaemonRecord(
        publicKey: try columns.text(), name: try columns.text(), addedAt: try columns.time(),
        lastSeenAt: try columns.optionalTime(), revokedAt: try columns.optionalTime())
    }
  }
}

extension LedgerTransaction {
  /// Stores a daemon.
  package func saveDaemon(_ daemon: DaemonRecord) throws {
    try execute(
      """
      INSERT INTO daemons (public_key, name, added_at, last_seen_at, revoked_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (public_key) DO UPDATE SET name = excluded.name, added_at = excluded.added_at,
        last_seen_at = excluded.last_seen_at, revoked_at = excluded.revoked_at
      """,
      [
        daemon.publicKey, daemon.name, daemon.addedAt.milliseconds, daemon.lastSeenAt?.milliseconds,
        daemon.revokedAt?.milliseconds,
      ])
  }
}
