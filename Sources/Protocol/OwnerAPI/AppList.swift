import JSON
package import PaymentsAPI
package import PaymentsModel

/// Lists the apps that the owner decided about.
package enum ListApps: OwnerMethod {
  package static let name = "apps"
  package static let summary = "Lists the apps that the owner decided about."
  package typealias Params = OwnerNothing

  package struct Result: Codable, Sendable, Equatable {
    /// The apps.
    package var apps: [ListedApp]

    package init(apps: [ListedApp]) {
      self.apps = apps
    }
  }
}

/// An app that the owner decided about.
package struct ListedApp: Codable, Sendable, Equatable {
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What it calls itself; a claim.
  package var name: String
  /// The identifier that it gives itself; a claim.
  package var appID: String
  /// `approved`, `denied` or `revoked`.
  package var status: String
  /// What it was granted.
  package var scopes: [String]
  /// When the owner decided.
  package var pairedAt: Timestamp
  /// Whether it is connected now.
  package var isConnected: Bool
  /// What the owner calls it.
  package var ownerName: String?
  /// When it was connected last.
  package var lastSeen: Timestamp?

  package init(
    key: AppKey, fingerprint: String, name: String, appID: String, status: String, scopes: [String],
    pairedAt: Timestamp, isConnected: Bool, ownerName: String? = nil, lastSeen: Timestamp? = nil
  ) {
    self.key = key
    self.fingerprint = fingerprint
    self.name = name
    self.appID = appID
    self.status = status
    self.scopes = scopes
    self.pairedAt = pairedAt
    self.isConnected = isConnected
    self.ownerName = ownerName
    self.lastSeen = lastSeen
  }

  private enum CodingKeys: String, CodingKey {
    case key, fingerprint, name
    case appID = "app_id"
    case status, scopes
    case pairedAt = "paired_at"
    case isConnected = "connected"
    case ownerName = "owner_name"
    case lastSeen = "last_seen"
  }
}

/// Takes an app's permission back, at once.
package enum RevokeApp: OwnerMethod {
  package static let name = "revoke"
  package static let summary = "Takes an app's permission back, at once."
  package static let failures: [OwnerFailure.Reason] = [.appNotFound, .ambiguousApp]

  package struct Params: Codable, Sendable, Equatable {
    /// The app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String

    package init(app: String) {
      self.app = app
    }
  }

  package typealias Result = AppDecision
}

/// Gives an app a name of the owner's own.
package enum RenameApp: OwnerMethod {
  package static let name = "rename"
  package static let summary = "Gives an app a name of the owner's own."
  package static let failures: [OwnerFailure.Reason] = [.appNotFound, .ambiguousApp, .conflict]

  package struct Params: Codable, Sendable, Equatable {
    /// The app: its key or the beginning of it, its id, or the owner's name for it.
    package var app: String
    /// The name, at most 64 characters; empty for what the app calls itself.
    package var name: String

    package init(app: String, name: String) {
      self.app = app
      self.name = name
    }
  }

  package typealias Result = NamedAppReport
}

/// A paired app and what it is called.
package struct NamedAppReport: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the owner sees it called.
  package var name: String
  /// What it calls itself; a claim.
  package var claimedName: String

  package init(key: AppKey, fingerprint: String, name: String, claimedName: String) {
    self.key = key
    self.fingerprint = fingerprint
    self.name = name
    self.claimedName = claimedName
  }
}

/// Lists the connections of apps that are open.
package enum ListSessions: OwnerMethod {
  package static let name = "sessions"
  package static let summary = "Lists the connections of apps that are open."
  package typealias Params = OwnerNothing

  package struct Result: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The connections, the oldest first.
    package var sessions: [ListedSession]
    /// How many connections there may be.
    package var places: Int
    /// How many connections an app may have.
    package var placesPerApp: Int

    package init(sessions: [ListedSession], places: Int, placesPerApp: Int) {
      self.sessions = sessions
      self.places = places
      self.placesPerApp = placesPerApp
    }
  }
}

/// Ends a connection of an app, which may connect again.
package enum EndSession: OwnerMethod {
  package static let name = "sessions.end"
  package static let summary = "Ends a connection of an app, which may connect again."
  package static let failures: [OwnerFailure.Reason] = [.sessionNotFound, .ambiguousSession]

  package struct Params: Codable, Sendable, Equatable {
    /// The connection, or the beginning or end of its identifier.
    package var id: String

    package init(id: String) {
      self.id = id
    }
  }

  package typealias Result = ListedSession
}

/// A connection of an app.
package struct ListedSession: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The identifier of the connection.
  package var id: String
  /// The key of the app.
  package var key: AppKey
  /// The beginning of the key, as people compare it.
  package var fingerprint: String
  /// What the app calls itself; a claim.
  package var name: String
  /// The identifier that the app gives itself; a claim.
  package var appID: String
  /// The version that the app gives itself; a claim.
  package var version: String
  /// Whether the owner let it in.
  package var state: PairingStatus
  /// When it was opened.
  package var since: Timestamp
  /// How many requests the app made on it.
  package var calls: Int
  /// What the owner calls the app.
  package var ownerName: String?
  /// The question that it waits for.
  package var approvalID: String?
  /// The program that holds the connection, as the system says; advice.
  package var process: String?

  package init(
    id: String, key: AppKey, fingerprint: String, name: String, appID: String, version: String, state: PairingStatus,
    since: Timestamp, calls: Int, ownerName: String? = nil, approvalID: String? = nil, process: String? = nil
  ) {
    self.id = id
    self.key = key
    self.fingerprint = fingerprint
    self.name = name
    self.appID = appID
    self.version = version
    self.state = state
    self.since = since
    self.calls = calls
    self.ownerName = ownerName
    self.approvalID = approvalID
    self.process = process
  }
}
