package import BitcoinWallet
package import PaymentsModel
import Synchronization
package import WalletBackend

/// A wallet in a daemon of Electrum, which needs no full node: it asks servers of others, and checks their answers by
/// the headers of the chain.
///
/// The wallet is told by its server what others paid, some seconds later than a full node would know. Nothing is called
/// unknown before the server was asked for it, and nothing that was seen is called gone unless another transaction has
/// taken its coins: a server that withholds something, or is behind, looks the same as one that knows nothing.
///
/// Electrum chooses coins only among those that it is given, so that coins are reserved here and frozen there only when
/// the ledger asks for it. Payments from the wallet to itself are not reported as transfers.
package final class ElectrumWallet: WalletBackend {
  /// So many outputs have less than a fiftieth of the weight that nodes relay.
  package let mostRecipients = 50
  /// The daemon writes its wallet file for each address.
  package let makesAddressesAhead = true
  /// The currency of the wallet.
  package let currency: Currency
  let configuration: ElectrumWalletConfiguration
  let rpc: ElectrumRPC
  /// The coins that are reserved for payments.
  package let reservations = CoinReservations()
  /// A lock that is held while coins are chosen, because two payments at the same time would choose the same coins.
  let choosing = SerialGate()
  /// A lock that is held while labels are read and written, because Electrum cannot add to one.
  let labelling = SerialGate()
  /// What was chosen for quotes, until a payment is built from it.
  let quotes = RememberedQuotes<Draft>()
  /// The transactions that this process has signed and not handed to the server yet. Nobody else can have them.
  let unsent = Mutex<Set<String>>([])
  /// Reads lists of the daemon entry by entry.
  let entries = EntryReader()
  /// Addresses that are known to be this wallet's, and its first one.
  let addresses = Mutex(OwnAddresses())
  /// What was seen of the daemon.
  let sight = Mutex(Sight())
  private let clock: @Sendable () -> ContinuousClock.Instant

  /// Creates a wallet without calling the daemon.
  ///
  /// While the daemon is on another chain, all calls throw ``WalletError/protocolViolation(code:)``.
  ///
  /// - Parameter clock: tells for how long no block has come.
  /// - Throws: ``BitcoinSetupError``.
  package init(
    _ configuration: ElectrumWalletConfiguration,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) throws(BitcoinSetupError) {
    self.configuration = configuration
    self.clock = clock
    currency = configuration.family.currency(on: configuration.chain, confirmations: configuration.confirmations)
    rpc = try ElectrumRPC(configuration)
  }

  /// The amounts from the dust limit to the largest output that all nodes accept.
  package var transferAmounts: ClosedRange<Amount> {
    configuration.family.dust...Amount(atomicUnits: 2_100_000_000_000_000)
  }

  /// The moment by the clock of this machine.
  var now: ContinuousClock.Instant { clock() }
}

/// What was seen of the daemon since this program started.
struct Sight: Sendable {
  /// The highest block that was seen, and when it was seen first.
  var highest = 0
  var since: ContinuousClock.Instant?
  /// How many glances in a row found the wallet waiting for answers of its server; `nil` before it was first found up to
  /// date.
  var waiting: Int?
  /// Whether the wallet could sign when it was tried, and whether it had a password then.
  var signing: (hasPassword: Bool, problem: WalletProblem?)?
}
