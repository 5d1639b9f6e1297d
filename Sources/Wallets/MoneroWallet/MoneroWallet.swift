import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

/// One account of the wallet that a `monero-wallet-rpc` has open, together with the `monerod` that it uses.
///
/// The wallet is asked for what only it knows: addresses, incoming transfers and signatures. The state of a transaction
/// comes from the daemon. Coins from mining are part of the balance, but are not reported as transfers.
///
/// Nobody else should pay from the wallet at the same time. An owner who does so loses no money: a payment of the
/// provider whose coins are gone is reported as conflicted.
package final class MoneroWallet: WalletBackend {
  /// The wallet leaves out only frozen coins when it chooses.
  package let choosesCoinsInTurn = true
  /// The wallet has to be stored before an address is used.
  package let makesAddressesAhead = true
  /// The currency of the wallet.
  package let currency: Currency
  let configuration: MoneroWalletConfiguration
  let rpc: MoneroRPC
  /// The coins that are reserved for payments.
  package let reservations = CoinReservations()
  /// A lock that is held while coins are chosen, because two payments at the same time would choose the same coins.
  let preparing = SerialGate()
  /// The transactions that were built for quotes, until a payment takes them.
  let quotes = RememberedQuotes<Built>(capacity: 16)
  /// A lock that is held from the lookup of a transaction until it is relayed. In between it must not get into a block.
  let committing = SerialGate()
  /// The changes of the wallet that are not stored yet.
  let unstored = UnstoredChanges()
  /// Whether the last refresh of the wallet took longer than a call may. Until a refresh succeeds, the wallet does not
  /// answer.
  let isCatchingUp = Atomic(false)

  /// Creates a wallet without calling it; see ``checkSetup()``.
  ///
  /// - Throws: ``MoneroSetupError/invalidURL(_:)``, ``MoneroSetupError/remoteHost(_:)`` or
  ///   ``MoneroSetupError/unusable``.
  package init(_ configuration: MoneroWalletConfiguration) throws(MoneroSetupError) {
    self.configuration = configuration
    currency = Currency(
      code: "XMR", name: "Monero", decimals: 12, network: configuration.network.rawValue, uriScheme: "monero",
      confirmations: configuration.confirmations)
    rpc = try MoneroRPC(configuration)
  }

  /// Checks that the daemon and the wallet are on the expected network, and throws the reason if not.
  ///
  /// While one of them is on another network, all other calls throw ``WalletError/protocolViolation(code:)``.
  package func checkSetup() async throws(MoneroSetupError) {
    let found: (daemon: String, addresses: String)
    do throws(WalletError) {
      found = try await rpc.networks()
    } catch {
      throw .wallet(error)
    }
    let expected = configuration.network
    guard found.daemon == expected.daemonName else { throw .wrongNetwork(expected: expected, found: found.daemon) }
    guard found.addresses == expected.addressName else {
      throw .wrongAddressNetwork(expected: expected, found: found.addresses)
    }
  }

  /// Returns whether the wallet can be used now. It is never reported as locked, because an open wallet is unlocked.
  package func status() async -> WalletStatus {
    do throws(WalletError) {
      let node = try await rpc.info()
      guard try node.string("nettype") == configuration.network.daemonName else { return .unavailable }
      if try Self.isBehind(node) { return .syncing }
      if try await blocksMissing(node) <= 2 { return .ready }
      try await refresh()
      return try await blocksMissing(node) <= 2 ? .ready : .syncing
    } catch {
      if error == .timeout, isCatchingUp.load(ordering: .acquiring) { return .syncing }
      return error == .syncing ? .syncing : .unavailable
    }
  }

  private func blocksMissing(_ node: JSONValue) async throws(WalletError) -> Int {
    let height: Int = try await rpc.wallet("get_height").integer("height")
    return try node.integer("height") - height
  }

  /// Returns whether the daemon lacks blocks of the network.
  ///
  /// - Parameter node: the answer to `get_info`.
  static func isBehind(_ node: JSONValue) throws(WalletError) -> Bool {
    let missing = try node.integer("target_height") - node.integer("height")
    let isSynchronized = try node.bool("synchronized")
    // One or two blocks may be in transit at any time.
    return !isSynchronized || missing > 2 || node["busy_syncing"]?.boolValue == true
  }

  /// Lets the wallet read the blocks that it has not read yet.
  func refresh() async throws(WalletError) {
    do throws(WalletError) {
      _ = try await rpc.wallet("refresh")
    } catch {
      if error == .timeout { isCatchingUp.store(true, ordering: .releasing) }
      throw error
    }
    isCatchingUp.store(false, ordering: .releasing)
  }
}
