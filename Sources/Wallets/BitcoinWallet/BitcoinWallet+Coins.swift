import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet {
  /// An unspent output of the wallet.
  struct Coin: Sendable {
    let outpoint: Outpoint
    let amount: Amount
  }

  /// Returns all coins that can be spent now. The daemon does not list locked coins.
  func freeCoins() async throws(WalletError) -> [Coin] {
    var coins: [Coin] = []
    for entry in try await rpc.result("listunspent", [0, 9_999_999, [], false]).elements()
    where entry["spendable"]?.boolValue == true {
      coins.append(
        Coin(outpoint: try Outpoint(entry), amount: try entry.member("amount").amount(decimals: currency.decimals)))
    }
    return coins
  }

  /// Returns the locked coins, spent or not.
  func lockedOutpoints() async throws(WalletError) -> [Outpoint] {
    var outpoints: [Outpoint] = []
    for entry in try await rpc.result("listlockunspent").elements() { outpoints.append(try Outpoint(entry)) }
    return outpoints
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
    let coins = try await (lockedCoins() + freeCoins()).sorted { $0.amount > $1.amount }
    var chosen: [Outpoint] = []
    var total = Amount.zero
    for coin in coins {
      chosen.append(coin.outpoint)
      total = try total.plus(coin.amount)
      guard total > intent.amount else { continue }
      do throws(WalletError) {
        return try await fundOnce(Funding(payout: [intent], changeAddress: changeAddress, coins: chosen)).fee
      } catch .insufficientFunds {
        // The last coin is worth less than its fee, so one more is added.
        continue
      }
    }
    throw .insufficientFunds
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
    var forgotten: [Outpoint] = []
    for entry in try await rpc.result("listunspent", [0, 9_999_999, []]).elements() {
      let outpoint = try Outpoint(entry)
      if kept.contains(outpoint.coin) { forgotten.append(outpoint) }
    }
    try await setLock(true, forgotten)
  }
}
