public import Catalogue
public import Documents
public import KeyStorage
public import PaymentsAPI
package import PostgreSQL

/// The owner's configuration. Every value has a safe default, so that an empty file works.
public struct ProviderConfiguration: Sendable {
  /// The name that people see, and under which the discovery file is published: 1 to 32 characters of `a-z0-9-`.
  public var name = "wallet"
  /// The path of the file that this was read from, which the owner is told; `nil` for the defaults.
  public var file: String?
  /// The database of the ledger; `nil` for a file in the state folder.
  package var ledger: PostgresAddress?
  /// Whether the owner is also answered through other daemons of the ledger.
  public var ownerQuestions = OwnerQuestions.local
  /// How the provider's own key must be kept. With `nil` an existing key is used as it is, and a new one is written to
  /// a file.
  public var keys: KeyKeeping?
  /// The owner's time zone, such as `Europe/Berlin`, which determines when budgets start again. If it is empty, the
  /// time zone of the machine is used.
  public var timeZone = ""
  /// Where the server for apps listens.
  public var listen = ListenConfiguration()
  /// The limits of the server for apps.
  public var limits = LimitsConfiguration()
  /// Lifetimes and intervals.
  public var times = TimesConfiguration()
  /// How long events are kept.
  public var events = EventsConfiguration()
  /// Which documents are accepted.
  public var documents = DocumentsConfiguration()
  /// Whether questions are also shown on the owner's desktop.
  public var notifications = DesktopNotificationMode.auto
  /// Which money that moved without a question the owner's desktop tells of.
  public var notices = NoticesConfiguration()
  /// The country of the owner. Services may be limited to certain countries.
  public var country: Country?
  /// The configuration of the service `payments`.
  public var payments = ServiceConfiguration()
  /// What the file says, for telling what has changed.
  var written = WrittenKeys()
  /// The wallets, at least one.
  public var wallets: [any WalletSection]

  /// Whether any password is in it: of a wallet's daemon, or of the database.
  var holdsPassword: Bool { ledger?.holdsPassword == true || wallets.contains(where: \.holdsPassword) }

  /// The defaults, with the wallets that the kinds offer where the owner names none.
  public init(kinds: [WalletKind] = []) {
    wallets = kinds.compactMap(\.standard)
  }
}

/// Whether questions are shown on the owner's desktop.
public enum DesktopNotificationMode: String, Sendable, CaseIterable {
  /// Questions are shown if the desktop can show notifications with buttons.
  case auto
  /// Questions are shown at the console only.
  case off
}

/// Which money that moved without a question the owner's desktop tells of, unless it shows nothing at all.
public struct NoticesConfiguration: Sendable, Equatable {
  /// Whether each payment is told that a limit approved: nobody else was asked whether it may leave.
  public var tellsPayments = true
  /// Whether money for invoices is told, which a shop sees all day.
  public var tellsArrivals = false
}

/// Whether the provider that writes the ledger answers what its owner asks at another daemon.
public enum OwnerQuestions: String, Sendable, CaseIterable {
  /// Only at its own socket: who holds a machine that stands by does not speak for the owner.
  case local
  /// At the socket of every daemon that the owner admitted.
  case forwarded
}

/// How a service is offered.
public struct ServiceConfiguration: Sendable {
  /// Whether the service can be used.
  public var status = ServiceStatus.enabled
  /// The countries where the service can be used or, with `!`, where it cannot be used. An empty list allows all
  /// countries.
  public var countries: [String] = []
}

/// Where the server for apps listens. It always uses the loopback interface.
public struct ListenConfiguration: Sendable {
  /// The TCP port. With 0 the kernel chooses one.
  public var port = 0
  /// The origins of web pages that may connect, compared as a whole. By default there are none.
  public var origins: [String] = []
}

/// The limits of the server for apps.
public struct LimitsConfiguration: Sendable {
  /// The time to finish the handshake, in seconds.
  public var handshakeSeconds = 5
  /// The largest number of sockets that have not finished the handshake. For a further one, the oldest of those that
  /// made the least progress is closed.
  public var unauthenticatedSockets = 64
  /// The largest number of sockets of all approved apps.
  public var sockets = 32
  /// The largest number of sockets of one approved app.
  public var socketsPerApp = 8
  /// The number of requests per second for each app.
  public var requestsPerSecond = 100
  /// The number of requests that may exceed this rate at once.
  public var burst = 200
  /// The largest number of unanswered requests of one connection.
  public var inFlight = 64
  /// The largest number of payments of all apps that wait for the owner.
  public var questions = 16
  /// The largest number of payments of one app that wait for the owner.
  public var questionsPerApp = 4
  /// The largest number of new payments of one app about which the owner is asked within a minute.
  public var questionsPerMinute = 6
  /// The largest number of invoices of one app that have not ended.
  public var openInvoices = 200
  /// The largest number of addresses of one app and currency that were created after the last one that was paid. A
  /// wallet that is restored from its seed has to look ahead that far.
  public var unpaidAddresses = 200
  /// The largest size of the records of one app in the ledger, in millions of bytes.
  public var ledgerMegabytes = 250
}

/// Lifetimes and intervals.
public struct TimesConfiguration: Sendable {
  /// How long a payment waits for the owner.
  public var approval: Duration = .seconds(600)
  /// How long a quote of the wallet is shown and can be approved. After that the wallet is asked again.
  public var quote: Duration = .seconds(600)
  /// How long an invoice can be paid if the app does not say otherwise.
  public var invoice: Duration = .seconds(900)
  /// How long after its deadline an invoice is still watched for late money.
  public var monitoring: Duration = .seconds(86_400)
  /// The interval at which wallets are asked for changes.
  public var poll: Duration = .seconds(2)
  /// The interval at which everything is asked for again, also of wallets that tell of changes by themselves and are not
  /// polled.
  public var net: Duration = .seconds(30)
  /// The shortest interval at which the status of a payment is requested because of other news than a block.
  public var follow: Duration = .seconds(5)
  /// The delay after which a wallet is asked again after a failure. It doubles with each further failure, up to one
  /// minute.
  public var retry: Duration = .seconds(1)
}

/// How long events are kept for apps that have not fetched them yet. Both limits apply: the number for each app, and
/// the age.
public struct EventsConfiguration: Sendable {
  /// The number of days after which an event is dropped.
  public var keepDays = 30
  /// The largest number of events that is kept for each app.
  public var keepCount = 50_000
  /// The interval at which old events are dropped.
  public var trimEvery: Duration = .seconds(600)
}

/// Which documents are accepted from the folders of apps.
public struct DocumentsConfiguration: Sendable {
  /// Whether any documents are accepted.
  public var isAccepted = true
  /// The largest age of a new document's signature.
  public var freshness = DocumentFreshness()
}
