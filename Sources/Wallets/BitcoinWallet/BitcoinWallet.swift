import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

/// A wallet in a daemon that speaks Bitcoin Core's RPC, such as `bitcoind` or `litecoind`.
///
/// It pays from all coins that the daemon can sign for. If some of the coins are not segregated witness coins, any
/// relaying node can change the id of the transaction; a transaction with another id that pays the same counts as the
/// same payment, see ``lookup(_:)``. Coins from mining are part of the balance, but are not reported as transfers.
/// Addresses of Litecoin's extension blocks are not supported and count as malformed.
package final class BitcoinWallet: WalletBackend {
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
  /// The highest block that the daemon was seen to have since this object was created.
  let highestBlock = Mutex(0)

  /// Creates a wallet without calling the daemon; see ``checkSetup()``.
  ///
  /// - Throws: ``BitcoinSetupError/invalidURL``, ``BitcoinSetupError/remoteHost`` or ``BitcoinSetupError/unusable``.
  package init(_ configuration: BitcoinWalletConfiguration) throws(BitcoinSetupError) {
    self.configuration = configuration
    currency = configuration.family.currency(on: configuration.chain, confirmations: configuration.confirmations)
    rpc = try DaemonRPC(configuration)
  }

  /// Checks that the daemon is on the expected chain and has loaded the wallet, and throws the reason if not.
  ///
  /// While the daemon is on another chain, all other calls throw ``WalletError/protocolViolation(code:)``.
  package func checkSetup() async throws(BitcoinSetupError) {
    let chain: String
    do throws(WalletError) {
      chain = try await rpc.chain()
    } catch {
      throw .daemon(error)
    }
    guard chain == configuration.chain.rawValue else {
      throw .wrongChain(expected: configuration.chain, found: chain)
    }
    let reply: DaemonRPC.Reply
    do throws(WalletError) {
      reply = try await rpc.call("getwalletinfo")
    } catch {
      throw .daemon(error)
    }
    if case .failure(let failure) = reply {
      throw failure.code == DaemonFailure.walletNotFound ? .walletNotLoaded : .daemon(failure.walletError)
    }
  }

  /// Returns whether the daemon can be used now.
  package func status() async -> WalletStatus {
    do throws(WalletError) {
      let node = try await rpc.result("getblockchaininfo", on: .node)
      guard try node.string("chain") == configuration.chain.rawValue else { return .unavailable }
      // One or two blocks may be in transit at any time.
      let missing = try blocksMissing(node)
      // The progress is the daemon's estimate and no money, so a Double is good enough.
      let progress = node["verificationprogress"]?.numberValue?.double ?? 0
      let wallet = try await rpc.result("getwalletinfo")
      if try node.bool("initialblockdownload") || missing > 2 { return .syncing }
      if configuration.chain != .regtest, progress < 0.999 { return .syncing }
      if wallet["scanning"]?.objectValue != nil { return .syncing }
      // The member is absent for a wallet without a passphrase, and 0 while the wallet is locked.
      if let until: Int = wallet["unlocked_until"]?.integerValue(), until == 0 { return .locked }
      return .ready
    } catch {
      return error == .syncing ? .syncing : .unavailable
    }
  }
}
