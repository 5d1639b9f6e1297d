// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import JSON
public import PaymentsModel

/// Ends the session; with `forget`, the pairing too.
public enum DisconnectApp: PaymentsMethod {
  /// The name on the wire.
  public static let name = "disconnect_app"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// An app may call it before the owner has approved the app.
  public static let isAvailableUnpaired = true

  /// The params of `disconnect_app`.
  public struct Params: WireObject {
    /// Remove the pairing, so that the next connection needs the owner again.
    public var forget: Bool?

    /// Creates it of its members.
    public init(forget: Bool? = nil) {
      self.forget = forget
    }
  }

  /// The result of `disconnect_app`.
  public struct Result: WireObject {
    /// Whether the pairing was removed.
    public var forgotten: Bool

    /// Creates it of its members.
    public init(forgotten: Bool) {
      self.forgotten = forgotten
    }
  }
}

/// Tells which requests a service takes and how each is filled in.
public enum GetServiceDefinition: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_service_definition"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `get_service_definition`.
  public struct Params: WireObject {
    /// The name of the service, such as `payments`.
    public var service: String

    /// Creates it of its members.
    public init(service: String) {
      self.service = service
    }
  }

  /// The result of `get_service_definition`.
  public struct Result: WireObject {
    /// What the service consists of.
    public var definition: ServiceDefinition
    /// The template of each request, by its name.
    public var templates: [String: RequestTemplate]

    /// Creates it of its members.
    public init(definition: ServiceDefinition, templates: [String: RequestTemplate]) {
      (self.definition, self.templates) = (definition, templates)
    }
  }
}

/// Describes the session: identity, grants, limits, expiry.
public enum GetSession: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_session"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// An app may call it before the owner has approved the app.
  public static let isAvailableUnpaired = true

  /// The params of `get_session`.
  public struct Params: WireObject {
    /// It has no members.
    public init() {}
  }

  /// The result of `get_session`.
  public struct Result: WireObject {
    /// Whether the owner approved the app.
    public var status: PairingStatus
    /// The handshake hash, base64url: names this session.
    public var sessionID: String
    /// The version of the payments specification that is spoken.
    public var specVersion: Int
    /// The provider.
    public var provider: ProviderInfo
    /// The app.
    public var app: AppInfo
    /// What the owner allowed.
    public var grants: Grants
    /// The limits of this session.
    public var limits: SessionLimits
    /// The newest event.
    public var eventCursor: EventCursor
    /// When a new handshake is due.
    public var expiresAt: Timestamp
    /// When the owner approved the app.
    public var pairedAt: Timestamp?
    /// While pending: the name of the question, by which the owner answers it.
    public var questionID: String?
    /// What may still be paid, by currency; absent without the scope `pay`.
    public var budgets: [Budget]?
    /// Where the app leaves documents; absent until it is approved, and where the provider takes none.
    public var folder: DocumentFolder?

    /// Creates it of its members.
    public init(
      status: PairingStatus, sessionID: String, specVersion: Int, provider: ProviderInfo, app: AppInfo, grants: Grants,
      limits: SessionLimits, eventCursor: EventCursor, expiresAt: Timestamp, pairedAt: Timestamp? = nil,
      questionID: String? = nil, budgets: [Budget]? = nil, folder: DocumentFolder? = nil
    ) {
      (self.status, self.sessionID, self.specVersion, self.provider) = (status, sessionID, specVersion, provider)
      (self.app, self.grants, self.limits, self.eventCursor) = (app, grants, limits, eventCursor)
      (self.expiresAt, self.pairedAt, self.questionID, self.budgets) = (expiresAt, pairedAt, questionID, budgets)
      self.folder = folder
    }
  }
}

/// Lists the currencies and whether each can be used now.
public enum ListCurrencies: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_currencies"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `list_currencies`.
  public struct Params: WireObject {
    /// It has no members.
    public init() {}
  }

  /// The result of `list_currencies`.
  public struct Result: WireObject {
    /// The currencies, by code.
    public var currencies: [CurrencyInfo]

    /// Creates it of its members.
    public init(currencies: [CurrencyInfo]) {
      self.currencies = currencies
    }
  }
}

/// Lists the services that the provider offers.
public enum ListServices: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_services"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `list_services`.
  public struct Params: WireObject {
    /// It has no members.
    public init() {}
  }

  /// The result of `list_services`.
  public struct Result: WireObject {
    /// `Services`: the specification of the list itself.
    public var spec: String
    /// The versions of that specification.
    public var versions: VersionRange
    /// The services.
    public var services: [ServiceInfo]

    /// Creates it of its members.
    public init(spec: String, versions: VersionRange, services: [ServiceInfo]) {
      (self.spec, self.versions, self.services) = (spec, versions, services)
    }
  }
}

/// Answers the OpenRPC document of this provider.
public enum Discover: PaymentsMethod {
  /// The name on the wire.
  public static let name = "rpc.discover"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// An app may call it before the owner has approved the app.
  public static let isAvailableUnpaired = true

  /// The params of `rpc.discover`.
  public struct Params: WireObject {
    /// It has no members.
    public init() {}
  }

  /// The result of `rpc.discover`.
  public typealias Result = JSONValue
}

/// Sends this app's events after a cursor, past and future, as `event` notifications.
public enum SubscribeEvents: PaymentsMethod {
  /// The name on the wire.
  public static let name = "subscribe_events"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `subscribe_events`.
  public struct Params: WireObject {
    /// Send the events after this one; by default only events from now on. `"0"` is the beginning.
    public var from: EventCursor?

    /// Creates it of its members.
    public init(from: EventCursor? = nil) {
      self.from = from
    }
  }

  /// The result of `subscribe_events`.
  public struct Result: WireObject {
    /// The place from which events follow.
    public var cursor: EventCursor

    /// Creates it of its members.
    public init(cursor: EventCursor) {
      self.cursor = cursor
    }
  }
}

/// Stops the notifications.
public enum UnsubscribeEvents: PaymentsMethod {
  /// The name on the wire.
  public static let name = "unsubscribe_events"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `unsubscribe_events`.
  public struct Params: WireObject {
    /// It has no members.
    public init() {}
  }

  /// The result of `unsubscribe_events`.
  public struct Result: WireObject {
    /// The newest event that was sent.
    public var cursor: EventCursor

    /// Creates it of its members.
    public init(cursor: EventCursor) {
      self.cursor = cursor
    }
  }
}
