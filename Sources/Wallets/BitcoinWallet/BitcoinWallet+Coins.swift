import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

extension BitcoinWallet {
  /// An unspent output of the wallet.
  struct Coin: Sendable {
    let outpoint: Outpoint
    let amount: Amount
  }

  /// Returns all coins that can be spent now. The daemon does not list locked coins. Coins in extension blocks are left
  /// out, and it is noted what they are worth.
  func freeCoins() async throws(WalletError) -> [Coin] {
    let listed = try await rpc.result("listunspent", [0, 9_999_999, [], false]).elements()
    let decimals = currency.decimals
    var elsewhere = Amount.zero
    let coins = entries.read(listed, of: .coins, name: \.entryName) { entry throws(WalletError) -> Coin? in
      guard entry["spendable"]?.boolValue == true else { return nil }
      let amount = try entry.member("amount").amount(decimals: decimals)
      if entry.isExtensionCoin {
        elsewhere = try elsewhere.plus(amount)
        return nil
      }
      return Coin(outpoint: try Outpoint(entry), amount: amount)
    }
    let worth = elsewhere
    extensionCoins.withLock { $0.amount = worth }
    return coins
  }

  /// Returns what the wallet has in extension blocks. Its coins are listed only if it may have some, because the list of
  /// a thousand coins takes a daemon as long as a payment.
  func amountInExtensionBlocks() async throws(WalletError) -> Amount {
    guard configuration.family.hasExtensionBlocks, extensionCoins.withLock({ $0.amount != .zero }) else { return .zero }
    _ = try await freeCoins()
    return extensionCoins.withLock { $0.amount ?? .zero }
  }

  /// Returns the locked coins, spent or not.
  func lockedOutpoints() async throws(WalletError) -> [Outpoint] {
    entries.read(
      try await rpc.result("listlockunspent").elements(), of: .coins, name: \.entryName
    ) { entry throws(WalletError) -> Outpoint? in try Outpoint(entry) }
  }

  /// Returns all coins that are locked and not spent.
  func lockedCoins() async throws(WalletError) -> [Coin] {
    var coins: [Coin] = []
    for outpoint in try await lockedOutpoints() {
      let output = try await rpc.result(
        "gettxout", [.string(outpoint.transactionID), .number(JSONNumber(outpoint.index)), true], on: .node)
      guard !output.isNull else { continue }
      coins.append(
        Coin(outpoint: outpoint, amount: try output.member("value").amount(decimals: currency.decimals)))
    }
    return coins
  }

  /// Returns why the daemon found too few coins: the wallet has too few, or some of them are locked.
  func lackOfFunds(_ payout: [PaymentIntent]) async throws(WalletError) -> WalletError {
    let wanted = try payout.total()
    let locked = try await lockedCoins()
    var total = Amount.zero
    for coin in try await locked + freeCoins() { total = try total.plus(coin.amount) }
    guard total > wanted else { return .insufficientFunds }
    guard locked.isEmpty else { return .coinsBusy }
    do throws(WalletError) {
      // Coins that were locked a moment ago may be free by now, or spent and replaced by change.
      _ = try await fundOnce(Funding(payout: payout, changeAddress: nextChangeAddress()))
      return .coinsBusy
    } catch .insufficientFunds {
      return .insufficientFunds
    }
  }

  /// Returns the fee of a transaction that also spends coins that are locked now. It uses as few coins as possible, and
  /// locks or records nothing.
  func fundWithBusyCoins(_ intent: PaymentIntent, changeAddress: String) async throws(WalletError) -> Amount {
    let funding = Funding(payout: [intent], changeAddress: changeAddress)
    return try await fund(funding, from: lockedCoins() + freeCoins()).fee
  }

  /// Whether an input carries a signature, either in its witness or, for older kinds of coins, in its script.
  static func isSigned(_ input: JSONValue) -> Bool {
    input["txinwitness"]?.arrayValue?.isEmpty == false || input["scriptSig"]?["hex"]?.stringValue?.isEmpty == false
  }

  /// Asks the daemon, before anybody else has the transaction, whether it would accept it. A transaction that the
  /// daemon refuses later would be recorded, keep its coins and its share of a budget, and never be sent.
  ///
  /// - Throws: ``WalletError/coinsBusy`` if the transaction builds on too many transactions that wait for a block.
  func requireAcceptable(_ hex: String) async throws(WalletError) {
    let verdict: JSONValue
    // The call sets no limit on the fee, because the fee was approved.
    switch try await rpc.call("testmempoolaccept", [.array([.string(hex)]), "0"], on: .node) {
    case .result(let value): verdict = value[0] ?? .null
    // A daemon without this call reports a problem when the transaction is sent.
    case .failure(let failure) where failure.code == DaemonFailure.methodNotFound: return
    case .failure(let failure): throw failure.walletError
    }
    guard try !verdict.bool("allowed") else { return }
    let reason = verdict["reject-reason"]?.stringValue ?? ""
    if reason.contains("too-long-mempool-chain") { throw .coinsBusy }
    if Self.passing.contains(where: reason.contains) || reason.contains("missing-inputs") { throw .syncing }
    throw .protocolViolation(code: DaemonFailure.verifyRejected)
  }
}

extension BitcoinWallet {
  /// Returns the inputs of the transaction.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try BitcoinTransactionBlob(signedTransaction).inputs.map(\.coin)
  }

  /// Locks the coins that are reserved for payments but which the daemon would still choose. A daemon that was
  /// restarted has forgotten its locks, and perhaps also the transactions that were sent to it.
  func lockKept() async throws(WalletError) {
    let kept = reservations.kept
    let listed = try await rpc.result("listunspent", [0, 9_999_999, []]).elements()
    let forgotten = entries.read(listed, of: .coins, name: \.entryName) { entry throws(WalletError) -> Outpoint? in
      guard !entry.isExtensionCoin else { return nil }
      let outpoint = try Outpoint(entry)
      return kept.contains(outpoint.coin) ? outpoint : nil
    }
    try await setLock(true, forgotten)
  }
}
