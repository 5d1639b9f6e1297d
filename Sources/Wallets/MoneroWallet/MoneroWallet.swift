import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend
import ZeroMQ

/// One account of the wallet that a `monero-wallet-rpc` has open, together with the `monerod` that it uses.
///
/// The wallet is asked for what only it knows: addresses, incoming transfers and signatures. The state of a transaction
/// comes from the daemon. Coins from mining are part of the balance, but are not reported as transfers.
///
/// Nobody else should pay from the wallet at the same time. An owner who does so loses no money: a payment of the
/// provider whose coins are gone is reported as conflicted.
package final class MoneroWallet: WalletBackend {
  /// A transaction has at most 16 outputs, and one of them is the change.
  package let mostRecipients = 15
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
  /// Reads lists of the wallet entry by entry.
  let entries = EntryReader()
  /// A lock that is held while coins are chosen, because two payments at the same time would choose the same coins.
  let preparing = SerialGate()
  /// The transactions that were built for quotes, until a payment takes them.
  let quotes = RememberedQuotes<Built>(capacity: 16)
  /// A lock that is held from the lookup of a transaction until it is relayed. In between it must not get into a block.
  let committing = SerialGate()
  /// A lock that is held while a mark is added to a note. All payments of a transaction have the same note.
  let marking = SerialGate()
  /// The changes of the wallet that are not stored yet.
  let unstored = UnstoredChanges()
  /// Whether the last refresh of the wallet took longer than a call may. Until a refresh succeeds, the wallet does not
  /// answer.
  let isCatchingUp = Atomic(false)

  /// Creates a wallet without calling it.
  ///
  /// While one of the programs is on another network, all calls throw ``WalletError/protocolViolation(code:)``.
  ///
  /// - Throws: ``MoneroSetupError``.
  package init(_ configuration: MoneroWalletConfiguration) throws(MoneroSetupError) {
    if let zmq = configuration.zmq, !ZeroMQSubscription.isLocal(zmq) { throw .endpoint(zmq) }
    self.configuration = configuration
    currency = Currency(
      code: "XMR", name: "Monero", decimals: 12, network: configuration.network.rawValue, uriScheme: "monero",
      confirmations: configuration.confirmations)
    rpc = try MoneroRPC(configuration)
  }

  /// Returns whether the wallet can be used now. It is reported as locked if it has no key to pay with; an open wallet
  /// is never encrypted.
  package func status() async -> WalletStatus { await glance().status }

  /// Returns the status, and a digest of the newest block and the number of transactions in the daemon's pool. That
  /// number also changes with the payments of others: only the wallet knows which transactions are its own.
  package func glance() async -> WalletGlance {
    do throws(WalletProblem) {
      let node = try await rpc.checkedInfo()
      let digest = node["top_block_hash"]?.stringValue.map { block in
        WalletDigest(blocks: block, transactions: node["tx_pool_size"]?.text() ?? "")
      }
      let height = try blocks(in: node) - 1
      let time = node["adjusted_time"]?.integerValue(as: Int.self)
      let problem = try await problem(node)
      return WalletGlance(
        problem: problem, digest: digest, height: height, chainTime: time.map { Timestamp(seconds: Int64($0)) },
        remarks: entries.remarks)
    } catch {
      if case .silent = error, isCatchingUp.load(ordering: .acquiring) {
        return WalletGlance(problem: .syncing(SyncProgress()))
      }
      return WalletGlance(problem: error)
    }
  }

  private func problem(_ node: JSONValue) async throws(WalletProblem) -> WalletProblem? {
    let count = try blocks(in: node)
    if try isBehind(node) {
      let target: Int? = node["target_height"]?.integerValue()
      return .syncing(SyncProgress(height: count - 1, target: max(count, target ?? 0) - 1))
    }
    try await rpc.checkNetwork()
    if try await walletHeight() + 2 >= count { return try await rpc.isViewOnly() ? .viewOnly : nil }
    do throws(WalletProblem) {
      _ = try await rpc.ask("refresh")
    } catch {
      if case .silent = error { isCatchingUp.store(true, ordering: .releasing) }
      throw error
    }
    isCatchingUp.store(false, ordering: .releasing)
    let height = try await walletHeight()
    guard height + 2 >= count else { return .syncing(SyncProgress(height: height - 1, target: count - 1)) }
    return try await rpc.isViewOnly() ? .viewOnly : nil
  }

  private func walletHeight() async throws(WalletProblem) -> Int {
    try blocks(in: try await rpc.ask("get_height"))
  }

  private func blocks(in answer: JSONValue) throws(WalletProblem) -> Int {
    guard let height: Int = answer["height"]?.integerValue() else { throw .notUnderstood(code: nil, rpc.daemon) }
    return height
  }

  private func isBehind(_ node: JSONValue) throws(WalletProblem) -> Bool {
    do throws(WalletError) { return try Self.isBehind(node) } catch { throw .notUnderstood(code: nil, rpc.daemon) }
  }

  /// Tells of the blocks and transactions that the daemon publishes.
  package func news() -> AsyncStream<WalletHint> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Without a subscription the wallet is asked, as where nothing is published.
      let subscription = configuration.zmq.flatMap { endpoint in
        try? ZeroMQSubscription(to: [endpoint], topics: ["json-minimal-chain_main", "json-minimal-txpool_add"]) {
          continuation.yield(.transactions)
        }
      }
      guard let subscription else { return continuation.finish() }
      continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
    }
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
