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
    let daemons = LedgerSchema.daemons
    return try all(in: daemons, ending: "ORDER BY name, public_key") { row in
      DaemonRecord(
        publicKey: try row[daemons.publicKey], name: try row[daemons.name], addedAt: try row[daemons.addedAt],
        lastSeenAt: try row[daemons.lastSeenAt], revokedAt: try row[daemons.revokedAt])
    }
  }
}

extension LedgerTransaction {
  /// Stores a daemon.
  package func saveDaemon(_ daemon: DaemonRecord) throws {
    let daemons = LedgerSchema.daemons
    try save(
      in: daemons, new: [daemons.publicKey(daemon.publicKey)],
      [
        daemons.name(daemon.name), daemons.addedAt(daemon.addedAt), daemons.lastSeenAt(daemon.lastSeenAt),
        daemons.revokedAt(daemon.revokedAt),
      ])
  }
}
