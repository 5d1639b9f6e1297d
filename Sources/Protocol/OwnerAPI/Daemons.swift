import JSON
package import PaymentsModel

/// Lists the daemons that the owner admitted to the ledger.
package enum ListDaemons: OwnerMethod {
  package static let name = "daemons"
  package static let summary = "Lists the daemons that the owner admitted to the ledger."
  package typealias Params = OwnerNothing

  package struct Result: Codable, Sendable, Equatable {
    /// The daemons, also those that were sent away.
    package var daemons: [ListedDaemon]

    package init(daemons: [ListedDaemon]) {
      self.daemons = daemons
    }
  }
}

/// A daemon that the owner admitted to the ledger.
package struct ListedDaemon: Codable, Sendable, Equatable {
  /// The daemon's own public key in base64url.
  package var key: String
  /// Its name.
  package var name: String
  /// When it was admitted.
  package var addedAt: Timestamp
  /// When it was there last, as far as that was noted.
  package var lastSeen: Timestamp?
  /// When it was sent away; absent where it was not.
  package var revokedAt: Timestamp?
  /// Whether it is there now.
  package var isPresent: Bool
  /// Whether it is the one that answers, which writes the ledger.
  package var isWriter: Bool

  package init(
    key: String, name: String, addedAt: Timestamp, lastSeen: Timestamp? = nil, revokedAt: Timestamp? = nil,
    isPresent: Bool, isWriter: Bool
  ) {
    self.key = key
    self.name = name
    self.addedAt = addedAt
    self.lastSeen = lastSeen
    self.revokedAt = revokedAt
    self.isPresent = isPresent
    self.isWriter = isWriter
  }

  private enum CodingKeys: String, CodingKey {
    case key, name
    case addedAt = "added_at"
    case lastSeen = "last_seen"
    case revokedAt = "revoked_at"
    case isPresent = "present"
    case isWriter = "writer"
  }
}

/// Admits a daemon, which may pass on what apps say from now on.
package enum AdmitDaemon: OwnerMethod {
  package static let name = "admit_daemon"
  package static let summary = "Admits a daemon, which may pass on what apps say from now on."
  package static let failures: [OwnerFailure.Reason] = [.conflict, .pinRequired, .wrongPin]

  package struct Params: Codable, Sendable, Equatable {
    /// What the owner calls it: 1 to 32 of a-z, 0-9 and -.
    package var name: String
    /// Its own public key in base64url.
    package var key: String
    /// The owner's PIN, where one is set.
    package var pin: String?

    package init(name: String, key: String, pin: String? = nil) {
      self.name = name
      self.key = key
      self.pin = pin
    }
  }

  package typealias Result = ListedDaemon
}

/// Sends a daemon away, at once.
package enum RevokeDaemon: OwnerMethod {
  package static let name = "revoke_daemon"
  package static let summary = "Sends a daemon away, at once."
  package static let failures: [OwnerFailure.Reason] = [.notFound, .conflict]

  package struct Params: Codable, Sendable, Equatable {
    /// The name of the daemon, or its key or the beginning of it.
    package var daemon: String

    package init(daemon: String) {
      self.daemon = daemon
    }
  }

  package typealias Result = ListedDaemon
}
