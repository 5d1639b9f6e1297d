import BitcoinWallet
import JSON
package import PaymentsModel
package import WalletBackend

extension ElectrumWallet {
  /// An unspent output of the wallet.
  struct Coin: Sendable {
    enum State: Sendable, Hashable {
      /// It can be spent.
      case free
      /// The owner or this program has frozen it.
      case frozen
      /// It waits for a block, or for more of them.
      case waiting
    }

    let outpoint: Outpoint
    let amount: Amount
    let state: State
  }

  /// How many transactions that wait for a block one more may build on. Nodes relay 25 of them.
  private static let longestChain = 20
  /// The blocks after which coins of mining can be spent.
  private static let maturity = 100

  /// An unspent output as Electrum lists it.
  struct Unspent: Sendable {
    let outpoint: Outpoint
    let amount: Amount
    /// The number of its block; 0 or less while it waits for one.
    let height: Int
    let isMined: Bool
    /// Whether the wallet alone has the transaction, as ``HistoryEntry/isLocal``.
    var isLocal: Bool { height < -1 }
    /// Whether the owner or this program has frozen it or its address.
    let isFrozen: Bool
  }

  /// Returns the unspent outputs of the wallet.
  func unspent() async throws(WalletError) -> [Unspent] {
    let listed = try await rpc.wallet("listunspent").elements()
    let frozen = try await frozenOutpoints()
    let addresses = Set(
      (try await rpc.wallet("get", ["key": "frozen_addresses"]).arrayValue ?? []).compactMap(\.stringValue))
    return entries.read(listed, of: .coins, name: { $0.text() }) { entry throws(WalletError) -> Unspent? in
      let outpoint = try Outpoint(electrum: entry)
      return Unspent(
        outpoint: outpoint, amount: try entry.member("value").decimalAmount(), height: try entry.integer("height"),
        isMined: entry["coinbase"]?.boolValue == true,
        isFrozen: frozen.contains(outpoint.coin.rawValue)
          || entry["address"]?.stringValue.map(addresses.contains) == true)
    }
  }

  /// Returns the same without what else is told of them, which is one call.
  func unspentOutpoints() async throws(WalletError) -> Set<Outpoint> {
    let listed = try await rpc.wallet("listunspent").elements()
    return Set(
      entries.read(listed, of: .coins, name: { $0.text() }) { entry throws(WalletError) -> Outpoint? in
        try Outpoint(electrum: entry)
      })
  }

  /// Returns all coins of the wallet. Coins that wait for a block can be spent if they are change of the wallet itself: what
  /// others pay may be taken back by them.
  func coins() async throws(WalletError) -> [Coin] {
    let listed = try await unspent()
    var tip = 0
    var waiting: [HistoryEntry] = []
    if listed.contains(where: { $0.height <= 0 || $0.isMined }) {
      tip = try await settledTip()
      waiting = try await history(from: tip + 1, for: .coins)
    }
    let spendable = Self.spendable(waiting)
    return listed.map { output in
      let waits =
        output.height <= 0
        ? !spendable.contains(output.outpoint.transactionID) : output.isMined && output.height + Self.maturity > tip + 1
      return Coin(
        outpoint: output.outpoint, amount: output.amount,
        state: output.isFrozen ? .frozen : waits ? .waiting : .free)
    }
  }

  /// Returns those of the transactions that wait for a block on whose change another one can build.
  private static func spendable(_ waiting: [HistoryEntry]) -> Set<String> {
    var parents: [String: [String]] = [:]
    for entry in waiting { parents[entry.transactionID] = entry.inputs.map(\.transactionID) }
    return Set(
      waiting.filter { entry in
        guard entry.isSend, !entry.isLocal else { return false }
        var ancestors: Set<String> = []
        var next = [entry.transactionID]
        while let id = next.popLast() {
          guard parents[id] != nil, ancestors.insert(id).inserted else { continue }
          next += parents[id] ?? []
        }
        return ancestors.count <= longestChain
      }.map(\.transactionID))
  }

  /// Returns the coins that are frozen, spent or not, as `txid:n`.
  func frozenOutpoints() async throws(WalletError) -> Set<String> {
    let kept = try await rpc.wallet("get", ["key": "frozen_coins"]).objectValue ?? JSONObject()
    return Set(kept.filter { $0.value.boolValue == true }.map(\.name))
  }

  /// Returns the balance of the wallet. Frozen coins are reported as `locked`.
  package func balance() async throws(WalletError) -> WalletBalance {
    var sums: [Coin.State: Amount] = [:]
    for coin in try await coins() { sums[coin.state] = try (sums[coin.state] ?? .zero).plus(coin.amount) }
    return WalletBalance(
      available: sums[.free] ?? .zero, pending: sums[.waiting] ?? .zero, locked: sums[.frozen] ?? .zero)
  }

  /// Returns what a transaction can pay that spends everything.
  package func largestPayment() async throws(WalletError) -> Amount {
    let free = try await coins().filter { $0.state == .free && !reservations.isTaken($0.outpoint.coin) }
    guard !free.isEmpty else { return .zero }
    guard let whole = try await draft(.everything(to: firstAddress()), from: free) else { return .zero }
    // The recipient's output may be larger than that of the wallet's own address, by less than an eighth of the smallest
    // transaction.
    let margin = Amount(atomicUnits: whole.fee.atomicUnits / 8 + 1)
    let most = try whole.total().subtracting(margin) ?? .zero
    return most > configuration.family.dust ? most : .zero
  }

  /// Freezes the inputs of the transaction that are not spent. Electrum remembers each coin that was ever frozen.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let payment = try BitcoinTransactionBlob(signedTransaction)
    let unspent = try await unspentOutpoints()
    let frozen = try await frozenOutpoints()
    for input in payment.inputs where unspent.contains(input) && !frozen.contains(input.coin.rawValue) {
      _ = try await rpc.wallet("freeze_utxo", ["coin": .string(input.coin.rawValue)])
    }
  }

  /// Thaws the inputs of the transaction that are frozen.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let payment = try BitcoinTransactionBlob(signedTransaction)
    let frozen = try await frozenOutpoints()
    for input in payment.inputs where frozen.contains(input.coin.rawValue) {
      _ = try await rpc.wallet("unfreeze_utxo", ["coin": .string(input.coin.rawValue)])
    }
  }

  /// Returns the inputs of the transaction.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try BitcoinTransactionBlob(signedTransaction).inputs.map(\.coin)
  }
}
