public import Catalogue
public import Documents
public import KeyStorage
public import PaymentsAPI

/// What the owner configured; every value has a safe default, so that an empty file works.
public struct ProviderConfiguration: Sendable {
  /// The name that people see, and under which the discovery file is published: 1 to 32 of `a-z0-9-`.
  public var name = "wallet"
  /// How the provider's own key must be kept; nil takes it as it is, and puts a new one into a file.
  public var keys: KeyKeeping?
  /// The owner's time zone, such as `Europe/Berlin`, in which budgets begin anew; empty for that of the machine.
  public var timeZone = ""
  /// Where the app door listens.
  public var listen = ListenConfiguration()
  /// Limits of the app door.
  public var limits = LimitsConfiguration()
  /// How long things live.
  public var times = TimesConfiguration()
  /// How long events are kept.
  public var events = EventsConfiguration()
  /// Which documents are taken.
  public var documents = DocumentsConfiguration()
  /// Whether questions are shown on the owner's desktop as well.
  public var notifications = DesktopNotificationMode.auto
  /// The country of the owner, which services may be limited by.
  public var country: Country?
  /// The service `payments`.
  public var payments = ServiceConfiguration()
  /// The wallets, at least one.
  public var wallets: [any WalletSection]

  /// The defaults, with the wallets that the kinds offer where the owner names none.
  public init(kinds: [WalletKind] = []) {
    wallets = kinds.compactMap(\.standard)
  }
}

/// Whether questions are shown on the owner's desktop.
public enum DesktopNotificationMode: String, Sendable, CaseIterable {
  /// Where there is a desktop that shows notifications with buttons.
  case auto
  /// Nowhere but at the console.
  case off
}

/// How a service is offered.
public struct ServiceConfiguration: Sendable {
  /// Whether it can be used.
  public var status = ServiceStatus.enabled
  /// The countries where it can, or with `!` those where it cannot; none for everywhere.
  public var countries: [String] = []
}

/// Where the app door listens: always on loopback.
public struct ListenConfiguration: Sendable {
  /// The TCP port; 0 lets the kernel pick one.
  public var port = 0
  /// Origins of web pages that may connect, compared as a whole; none unless the owner lists them.
  public var origins: [String] = []
}

/// Limits of the app door.
public struct LimitsConfiguration: Sendable {
  /// Seconds to finish the handshake.
  public var handshakeSeconds = 5
  /// Sockets that have not finished the handshake, at once; for a further one the oldest of those that got least far
  /// goes.
  public var unauthenticatedSockets = 64
  /// Sockets of approved apps, in all.
  public var sockets = 32
  /// Sockets of one approved app.
  public var socketsPerApp = 8
  /// Requests per second and app.
  public var requestsPerSecond = 100
  /// Requests at once before that rate holds.
  public var burst = 200
  /// Requests of one connection that may be unanswered at once.
  public var inFlight = 64
  /// Payments that wait for the owner, in all and per app.
  public var prompts = 16
  /// Payments of one app that wait for the owner at once.
  public var promptsPerApp = 4
  /// Payments of one app that the owner is newly asked about within a minute.
  public var promptsPerMinute = 6
  /// Invoices of one app that have not ended.
  public var openInvoices = 200
  /// Addresses of one app and currency that were made after the last one that was paid: what a wallet that is restored
  /// from its seed has to look ahead.
  public var unpaidAddresses = 200
  /// What the records of one app may take in the ledger, in millions of bytes.
  public var ledgerMegabytes = 250
}

/// How long things live.
public struct TimesConfiguration: Sendable {
  /// How long a payment waits for the owner.
  public var approval: Duration = .seconds(600)
  /// How long what the wallet said that a payment costs is shown and can be approved; then it is asked again.
  public var quote: Duration = .seconds(600)
  /// How long an invoice can be paid unless the app says otherwise.
  public var invoice: Duration = .seconds(900)
  /// How long after its deadline late money for an invoice is still seen.
  public var monitoring: Duration = .seconds(86_400)
  /// How often wallets are asked for news.
  public var poll: Duration = .seconds(2)
  /// How often confirmations of a payment are asked for.
  public var follow: Duration = .seconds(5)
  /// How long after a failure a wallet is asked again; doubled with each further one, up to a minute.
  public var retry: Duration = .seconds(1)
}

/// How long events are kept for apps that have yet to fetch them. The newest are kept: at most so many for each app,
/// and none that is older.
public struct EventsConfiguration: Sendable {
  /// Days after which an event is dropped.
  public var keepDays = 30
  /// Events that are kept for each app.
  public var keepCount = 50_000
  /// How often old events are looked for.
  public var trimEvery: Duration = .seconds(600)
}

/// Which documents are taken from the folders of apps.
public struct DocumentsConfiguration: Sendable {
  /// Whether any are.
  public var isAccepted = true
  /// How old the signature of a new one may be.
  public var freshness = DocumentFreshness()
}
