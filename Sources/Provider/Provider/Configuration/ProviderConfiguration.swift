public import Catalogue
public import Documents
public import KeyStorage
public import PaymentsAPI

/// The owner's configuration. Every value has a safe default, so that an empty file works.
public struct ProviderConfiguration: Sendable {
  /// The name that people see, and under which the discovery file is published: 1 to 32 characters of `a-z0-9-`.
  public var name = "wallet"
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
  /// The country of the owner. Services may be limited to certain countries.
  public var country: Country?
  /// The configuration of the service `payments`.
  public var payments = ServiceConfiguration()
  /// The wallets, at least one.
  public var wallets: [WalletConfiguration] = [.mock(MockWalletSection())]

  /// Creates a configuration with the defaults.
  public init() {}
}

/// Whether questions are shown on the owner's desktop.
public enum DesktopNotificationMode: String, Sendable, CaseIterable {
  /// Questions are shown if the desktop can show notifications with buttons.
  case auto
  /// Questions are shown at the console only.
  case off
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
  public var prompts = 16
  /// The largest number of payments of one app that wait for the owner.
  public var promptsPerApp = 4
  /// The largest number of new payments of one app about which the owner is asked within a minute.
  public var promptsPerMinute = 6
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
  /// The interval at which the confirmations of a payment are requested.
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

/// The configuration of one wallet.
public enum WalletConfiguration: Sendable {
  /// A wallet with money without value, for trials and tests.
  case mock(MockWalletSection)
  /// A wallet of a daemon of the Bitcoin Core family.
  case bitcoin(BitcoinWalletSection)
  /// A wallet of `monero-wallet-rpc` and `monerod`.
  case monero(MoneroWalletSection)
  /// A wallet of a kind that is not built in.
  case other(OtherWalletSection)
}

/// The mock wallet: several currencies on a simulated network.
public struct MockWalletSection: Sendable {
  /// The currencies to offer.
  public var currencies: [String] = ["XMR", "LTC", "BTC"]
  /// The number of seconds between blocks. With 0 blocks are made only on command.
  public var blockSeconds = 0
  /// The initial balance of each wallet, in its unit.
  public var balance = "100"
  /// The absolute path of the file of a network that several providers share. If it is empty, the wallet has a network
  /// of its own.
  public var network = ""
  /// The wallet's name on the network.
  public var wallet = "main"
  /// The limits of apps that have no limits of their own, by currency code.
  public var limits: [String: LimitsSection] = [:]
}

/// A daemon of the Bitcoin Core family: Litecoin Core, Bitcoin Core.
public struct BitcoinWalletSection: Sendable {
  /// The currency code, such as `LTC`.
  public var currency = "LTC"
  /// The URL of the daemon, such as `http://127.0.0.1:9332`.
  public var url = ""
  /// The name of the wallet in the daemon; empty for the default wallet.
  public var wallet = ""
  /// The RPC user.
  public var user = ""
  /// The RPC password.
  public var password = ""
  /// The path of the cookie file, which replaces user and password.
  public var cookieFile = ""
  /// The chain that the daemon has to use: `main`, `test` or `regtest`. Any other one is refused.
  public var chain = "main"
  /// The number of confirmations that settle a payment.
  public var confirmations = 6
  /// The time to wait for an answer, in seconds.
  public var timeoutSeconds = 5
  /// Whether the daemon may run on another machine.
  public var allowRemote = false
  /// The limits of apps that have no limits of their own.
  public var limits = LimitsSection()
}

/// A `monero-wallet-rpc` with an open wallet, and the `monerod` that it uses.
public struct MoneroWalletSection: Sendable {
  /// The URL of `monero-wallet-rpc`, such as `http://127.0.0.1:18083`.
  public var url = ""
  /// The URL of `monerod`, such as `http://127.0.0.1:18081`.
  public var daemon = ""
  /// The name of `--rpc-login`; empty if the wallet runs with `--disable-rpc-login`.
  public var user = ""
  /// The password of `--rpc-login`.
  public var password = ""
  /// The path of a file whose first line is the password, in place of ``password``. Only its owner may be able to read
  /// it.
  public var passwordFile = ""
  /// The account of the wallet that receives and pays.
  public var account = 0
  /// The network that both have to use: `mainnet`, `stagenet`, `testnet` or `regtest`. Any other one is refused.
  public var network = "mainnet"
  /// The number of confirmations that settle a payment.
  public var confirmations = 10
  /// The time to wait for an answer, in seconds.
  public var timeoutSeconds = 30
  /// Whether the wallet and the daemon may run on another machine.
  public var allowRemote = false
  /// The limits of apps that have no limits of their own.
  public var limits = LimitsSection()
}
