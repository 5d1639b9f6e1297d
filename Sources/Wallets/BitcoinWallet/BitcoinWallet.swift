import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

/// A wallet of a daemon that speaks Bitcoin Core's RPC, such as `bitcoind` or `litecoind`.
///
/// Pays from all coins that the daemon can sign for. The id of a transaction with coins that are not of segregated
/// witness could still be changed by whoever relays it; one with another id that pays the same counts as the same
/// payment, see ``lookup(_:)``. Coins from mining are part of the balance, but are not reported as transfers. Addresses
/// of Litecoin's extension blocks are not supported and count as malformed.
package final class BitcoinWallet: WalletBackend {
  /// What the wallet serves.
  package let currency: Currency
  let configuration: BitcoinWalletConfiguration
  let rpc: DaemonRPC
  /// The coins that payments have.
  package let reservations = CoinReservations()
  /// While coins are chosen: two payments at the same time would choose the same ones.
  let preparing = SerialGate()
  /// An own address for the change of quotes, so that they do not use up a new one each.
  let quoteAddress = Mutex<String?>(nil)
  /// The highest block that the daemon was seen to have, since this object was made.
  let highestBlock = Mutex(0)

  /// A wallet; does not call the daemon yet, see ``checkSetup()``.
  ///
  /// - Throws: ``BitcoinSetupError/invalidURL``, ``BitcoinSetupError/remoteHost`` or ``BitcoinSetupError/unusable``.
  package init(_ configuration: BitcoinWalletConfiguration) throws(BitcoinSetupError) {
    self.configuration = configuration
    currency = configuration.family.currency(on: configuration.chain, confirmations: configuration.confirmations)
    rpc = try DaemonRPC(configuration)
  }

  /// Whether the daemon is on the expected chain and has the wallet, with the reason where not.
  ///
  /// All other calls answer ``WalletError/protocolViolation(code:)`` while it is on another chain.
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

  /// Whether the daemon can be used now.
  package func status() async -> WalletStatus {
    do throws(WalletError) {
      let node = try await rpc.result("getblockchaininfo", on: .node)
      guard try node.string("chain") == configuration.chain.rawValue else { return .unavailable }
      // One or two blocks are on their way at any time.
      let missing = try blocksMissing(node)
      // An estimate of the daemon's, not money: a Double is good enough.
      let progress = node["verificationprogress"]?.numberValue?.double ?? 0
      let wallet = try await rpc.result("getwalletinfo")
      if try node.bool("initialblockdownload") || missing > 2 { return .syncing }
      if configuration.chain != .regtest, progress < 0.999 { return .syncing }
      if wallet["scanning"]?.objectValue != nil { return .syncing }
      // Absent for a wallet without passphrase, 0 while it is locked.
      if let until: Int = wallet["unlocked_until"]?.integerValue(), until == 0 { return .locked }
      return .ready
    } catch {
      return error == .syncing ? .syncing : .unavailable
    }
  }
}
