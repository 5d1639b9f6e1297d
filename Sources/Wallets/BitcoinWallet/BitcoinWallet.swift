import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

/// A wallet in a daemon that speaks Bitcoin Core's RPC, such as `bitcoind` or `litecoind`.
///
/// It pays from all coins that the daemon can sign for. If some of the coins are not segregated witness coins, any
/// relaying node can change the id of the transaction; a transaction with another id that pays the same counts as the
/// same payment, see ``lookup(_:)``. Coins from mining are part of the balance, but are not reported as transfers.
/// Addresses of Litecoin's extension blocks are not supported and count as malformed. A payment that somebody makes from
/// extension blocks to an ordinary address is received like any other. What the wallet itself has in extension blocks is
/// no part of its balance here, since the daemon cannot spend it by a transaction that is built before it is sent; see
/// ``ExtensionCoins``.
package final class BitcoinWallet: WalletBackend {
  /// So many outputs have less than a fiftieth of the weight that nodes relay.
  package let mostRecipients = 50
  /// The daemon leaves out only locked coins when it chooses.
  package let choosesCoinsInTurn = true
  /// The daemon synchronises its files for each address.
  package let makesAddressesAhead = true
  /// The currency of the wallet.
  package let currency: Currency
  let configuration: BitcoinWalletConfiguration
  let rpc: DaemonRPC
  /// The coins that are reserved for payments.
  package let reservations = CoinReservations()
  /// A lock that is held while coins are chosen, because two payments at the same time would choose the same coins.
  let preparing = SerialGate()
  /// The address for the change of the next payment. Quotes use it too, so that they use up no addresses.
  let changeAddress = Mutex<String?>(nil)
  /// What was chosen for quotes, until a payment is built from it.
  let quotes = RememberedQuotes<Funded>()
  /// What the wallet has in extension blocks, as far as it is known.
  let extensionCoins = Mutex(ExtensionCoins())
  /// Reads lists of the daemon entry by entry.
  let entries = EntryReader()
  /// The highest block that the daemon was seen to have since this object was created.
  let highestBlock = Mutex(0)

  /// Creates a wallet without calling the daemon.
  ///
  /// While the daemon is on another chain, all calls throw ``WalletError/protocolViolation(code:)``.
  ///
  /// - Throws: ``BitcoinSetupError``.
  package init(_ configuration: BitcoinWalletConfiguration) throws(BitcoinSetupError) {
    self.configuration = configuration
    currency = configuration.family.currency(on: configuration.chain, confirmations: configuration.confirmations)
    rpc = try DaemonRPC(configuration)
  }
}
