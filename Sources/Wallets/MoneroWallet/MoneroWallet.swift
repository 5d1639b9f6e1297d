import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

/// One account of the wallet that a `monero-wallet-rpc` has open, and the `monerod` that it uses.
///
/// The wallet is asked for what only it knows: addresses, incoming transfers, signatures. What became of a transaction
/// is the daemon's word. Coins from mining are part of the balance, but are not reported as transfers.
///
/// Nobody else should pay from the wallet at the same time. An owner who does anyway loses no money: a payment of ours
/// whose coins are gone is reported as conflicted.
package final class MoneroWallet: WalletBackend {
  /// What the wallet serves.
  package let currency: Currency
  let configuration: MoneroWalletConfiguration
  let rpc: MoneroRPC
  /// The coins that payments have.
  package let reservations = CoinReservations()
  /// While coins are chosen: two payments at the same time would choose the same ones.
  let preparing = SerialGate()
  /// From the look for a transaction until it was relayed: in between it must not get into a block.
  let committing = SerialGate()
  /// What could not be done when it should have been.
  let overdue = Overdue()
  /// Whether the wallet was last seen to read blocks for longer than a call may take; until it has, nothing is
  /// answered.
  let isCatchingUp = Atomic(false)

  /// A wallet; does not call it yet, see ``checkSetup()``.
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

  /// Whether the daemon and the wallet are on the expected network, with the reason where not.
  ///
  /// All other calls answer ``WalletError/protocolViolation(code:)`` while one is on another network.
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

  /// Whether the wallet can be used now. There is no locked one: it is open, or it does not answer.
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

  /// Whether the daemon has not all blocks of the network, by the answer to `get_info`.
  static func isBehind(_ node: JSONValue) throws(WalletError) -> Bool {
    let missing = try node.integer("target_height") - node.integer("height")
    let isSynchronized = try node.bool("synchronized")
    // One or two blocks are on their way at any time.
    return !isSynchronized || missing > 2 || node["busy_syncing"]?.boolValue == true
  }

  /// Has the wallet read the blocks that it has not read yet.
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
