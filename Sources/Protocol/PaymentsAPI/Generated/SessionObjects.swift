// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import PaymentsModel

/// Whether a currency can be used now.
public enum CurrencyReadiness: String, Codable, Sendable, Hashable, CaseIterable {
  /// The wallet can send and receive.
  case ready
  /// The wallet is behind the network, so balances and confirmations are out of date.
  case syncing
  /// The wallet receives. The owner must unlock it before it can pay.
  case locked
  /// The wallet cannot be reached.
  case unavailable
}

/// A permission that an app can be granted.
public enum Scope: String, Codable, Sendable, Hashable, CaseIterable {
  /// The app may use addresses and invoices.
  case receive
  /// The app may submit payment orders.
  case pay
  /// The app may read the wallet's balance. The owner has to grant this scope by name.
  case balance
  /// The app may request proofs of payments and funds. The owner has to grant this scope by name.
  case prove
  /// The app may request statements of its transactions.
  case statement
}

/// The kind of an event.
public enum EventType: String, Codable, Sendable, Hashable, CaseIterable {
  /// An invoice was made or changed.
  case invoiceChanged = "invoice_changed"
  /// A payment order was made or changed.
  case paymentOrderChanged = "payment_order_changed"
  /// The app has used 80 % of a limit in this period.
  case budgetLow = "budget_low"
  /// The preparation of a statement, which takes long, has made progress.
  case statementChanged = "statement_changed"
}

/// The payments within the limits for which the owner is asked because of their amount.
public enum Asking: String, Codable, Sendable, Hashable, CaseIterable {
  /// The owner is asked for each payment.
  case always
  /// The owner is asked for payments with a total above an amount.
  case above
  /// The owner is asked for no payment because of its amount, and payments are approved.
  case never
  /// The owner is never asked, and payments are refused.
  case refuse
}

/// A currency that the provider serves.
public struct CurrencyInfo: WireObject {
  /// The code by which requests name it, such as `XMR`.
  public var code: String
  /// The name for people.
  public var name: String
  /// Decimal places of the unit.
  public var decimals: Int
  /// The network of its addresses, such as `mainnet`, `regtest` or `mock`.
  public var network: String
  /// Whether it can be used now.
  public var ready: CurrencyReadiness
  /// Confirmations after which a transfer counts as settled.
  public var confirmations: Int
  /// The scheme of its payment URIs, without the colon.
  public var uriScheme: String
  /// Why it is not ready; absent if it is, or if P does not know.
  public var reason: WalletReason?

  /// Creates it of its members.
  public init(
    code: String, name: String, decimals: Int, network: String, ready: CurrencyReadiness, confirmations: Int,
    uriScheme: String, reason: WalletReason? = nil
  ) {
    (self.code, self.name, self.decimals, self.network) = (code, name, decimals, network)
    (self.ready, self.confirmations, self.uriScheme, self.reason) = (ready, confirmations, uriScheme, reason)
  }
}

/// The limits that hold for this session.
public struct SessionLimits: WireObject {
  /// The largest message, before encryption.
  public var maxMessageBytes: Int
  /// The most requests in one batch.
  public var maxBatch: Int
  /// The most requests that may be unanswered at once.
  public var maxInFlight: Int
  /// The deepest nesting of JSON.
  public var maxDepth: Int
  /// The rate at which the allowance for requests refills.
  public var requestsPerSecond: Int
  /// The most requests at once before the rate holds.
  public var burst: Int

  /// Creates it of its members.
  public init(
    maxMessageBytes: Int, maxBatch: Int, maxInFlight: Int, maxDepth: Int, requestsPerSecond: Int, burst: Int
  ) {
    (self.maxMessageBytes, self.maxBatch, self.maxInFlight, self.maxDepth) = (
      maxMessageBytes, maxBatch, maxInFlight, maxDepth
    )
    (self.requestsPerSecond, self.burst) = (requestsPerSecond, burst)
  }
}

/// The app as the provider knows it.
public struct AppInfo: WireObject {
  /// The claimed identifier, such as `chat.simplex.app`.
  public var appID: String
  /// The claimed name.
  public var name: String
  /// The claimed version.
  public var version: String
  /// The app's Ed25519 public key, base64url: its identity.
  public var key: AppKey

  /// Creates it of its members.
  public init(appID: String, name: String, version: String, key: AppKey) {
    (self.appID, self.name, self.version, self.key) = (appID, name, version, key)
  }
}

/// The provider.
public struct ProviderInfo: WireObject {
  /// Its Ed25519 public key, base64url.
  public var providerID: String
  /// Its name for people.
  public var name: String
  /// Program and version, such as `payd/0.9.0`.
  public var software: String

  /// Creates it of its members.
  public init(providerID: String, name: String, software: String) {
    (self.providerID, self.name, self.software) = (providerID, name, software)
  }
}

/// What the owner allowed this app.
public struct Grants: WireObject {
  /// The scopes that the app may use.
  public var scopes: [Scope]
  /// The currencies that it may use; absent where all.
  public var currencies: [String]?
  /// When the scopes end; absent where they last until they are revoked. After it `scopes` is empty.
  public var expiresAt: Timestamp?

  /// Creates it of its members.
  public init(scopes: [Scope], currencies: [String]? = nil, expiresAt: Timestamp? = nil) {
    (self.scopes, self.currencies, self.expiresAt) = (scopes, currencies, expiresAt)
  }
}

/// Where an app leaves requests as documents.
public struct DocumentFolder: WireObject {
  /// The path of the folder `.services`.
  public var services: String
  /// The name of the app's folder inside that of each request.
  public var name: String
  /// The key with which the app seals documents and the provider the answers to these: 32 bytes in base64url. Secret.
  public var documentKey: String?

  /// Creates it of its members.
  public init(services: String, name: String, documentKey: String? = nil) {
    (self.services, self.name, self.documentKey) = (services, name, documentKey)
  }
}

/// One change, as the notification `event` carries it. `invoice`, `payment_order`, `budget` or `statement` shows the
/// object as it stood then.
public struct Event: WireObject {
  /// The place of this event; subscribing from it continues after it.
  public var cursor: EventCursor
  /// What changed.
  public var type: EventType
  /// When it changed.
  public var at: Timestamp
  /// The invoice after the change.
  public var invoice: Invoice?
  /// The order after the change.
  public var paymentOrder: PaymentOrder?
  /// The budget after the change.
  public var budget: Budget?
  /// The statement after the change.
  public var statement: Statement?
  /// The identifier of the object where the event comes without it, since it would not fit into a message: ask for it.
  public var objectID: String?

  /// Creates it of its members.
  public init(
    cursor: EventCursor, type: EventType, at: Timestamp, invoice: Invoice? = nil, paymentOrder: PaymentOrder? = nil,
    budget: Budget? = nil, statement: Statement? = nil, objectID: String? = nil
  ) {
    (self.cursor, self.type, self.at, self.invoice) = (cursor, type, at, invoice)
    (self.paymentOrder, self.budget, self.statement, self.objectID) = (paymentOrder, budget, statement, objectID)
  }
}

/// Whether a service can be used.
public enum ServiceStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The service can be used.
  case enabled
  /// The service can be used, and may change without a new version.
  case experimental
  /// The service accepts no new requests; earlier requests continue.
  case disabled
}

/// A service that the provider offers, as in `services.yml`.
public struct ServiceInfo: WireObject {
  /// The name of its specification, such as `payments`.
  public var spec: String
  /// The versions of that specification: `1` or `1-3`.
  public var versions: VersionRange
  /// The folder of its files, beside `services.yml`.
  public var folder: String
  /// Whether it can be used; absent means `enabled`.
  public var status: ServiceStatus?
  /// Where it is offered: ISO 3166-1 alpha-3 codes, each perhaps with `!` before it; absent means everywhere.
  public var countries: [String]?

  /// Creates it of its members.
  public init(
    spec: String, versions: VersionRange, folder: String, status: ServiceStatus? = nil, countries: [String]? = nil
  ) {
    (self.spec, self.versions, self.folder, self.status) = (spec, versions, folder, status)
    self.countries = countries
  }
}

/// What a service consists of, as in its `definition.yml`.
public struct ServiceDefinition: WireObject {
  /// The requests that can be made.
  public var requests: [ServiceRequest]
  /// The name of its specification; as in `services.yml`, where it is present.
  public var spec: String?
  /// The versions of that specification; as in `services.yml`, where they are present.
  public var versions: VersionRange?
  /// Whether it can be used; as in `services.yml`, where it is present.
  public var status: ServiceStatus?
  /// Where it is offered; as in `services.yml`, where they are present.
  public var countries: [String]?
  /// Other ways in.
  public var endpoints: [ServiceEndpoint]?

  /// Creates it of its members.
  public init(
    requests: [ServiceRequest], spec: String? = nil, versions: VersionRange? = nil, status: ServiceStatus? = nil,
    countries: [String]? = nil, endpoints: [ServiceEndpoint]? = nil
  ) {
    (self.requests, self.spec, self.versions, self.status) = (requests, spec, versions, status)
    (self.countries, self.endpoints) = (countries, endpoints)
  }
}

/// A kind of request of a service.
public struct ServiceRequest: WireObject {
  /// The name of the request, which is that of the method.
  public var spec: String
  /// The file of its template, in the folder of the service.
  public var file: String
  /// The folder of the documents of this kind, in the folder of the service.
  public var folder: String
  /// The versions of the request; absent means those of the service.
  public var versions: VersionRange?

  /// Creates it of its members.
  public init(spec: String, file: String, folder: String, versions: VersionRange? = nil) {
    (self.spec, self.file, self.folder, self.versions) = (spec, file, folder, versions)
  }
}

/// Another way into a service.
public struct ServiceEndpoint: WireObject {
  /// The name of the endpoint, such as `connect_app`.
  public var spec: String
  /// Its versions; absent means those of the service.
  public var versions: VersionRange?
  /// The file that describes it, in the folder of the service.
  public var file: String?

  /// Creates it of its members.
  public init(spec: String, versions: VersionRange? = nil, file: String? = nil) {
    (self.spec, self.versions, self.file) = (spec, versions, file)
  }
}
