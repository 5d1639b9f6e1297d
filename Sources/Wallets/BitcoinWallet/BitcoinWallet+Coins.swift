import JSON
import PaymentsModel
import WalletBackend

extension BitcoinWallet {
  /// An output of the wallet's that is not spent.
  struct Coin: Sendable {
    let outpoint: Outpoint
    let amount: Amount
  }

  /// All coins that can be spent now: locked ones are not listed.
  func freeCoins() async throws(WalletError) -> [Coin] {
    var coins: [Coin] = []
    for entry in try await rpc.result("listunspent", [0, 9_999_999, [], false]).elements()
    where entry["spendable"]?.boolValue == true {
      coins.append(
        Coin(outpoint: try Outpoint(entry), amount: try entry.member("amount").amount(decimals: currency.decimals)))
    }
    return coins
  }

  /// All coins that are set aside and not spent.
  func lockedCoins() async throws(WalletError) -> [Coin] {
    var coins: [Coin] = []
    for entry in try await rpc.result("listlockunspent").elements() {
      let outpoint = try Outpoint(entry)
      let output = try await rpc.result(
        "gettxout", [.string(outpoint.transactionID), .number(JSONNumber(outpoint.index)), true], on: .node)
      guard !output.isNull else { continue }
      coins.append(
        Coin(outpoint: outpoint, amount: try output.member("value").amount(decimals: currency.decimals)))
    }
    return coins
  }

  /// Why the daemon found too few coins: there are too few, or some of them are set aside.
  func lackOfFunds(_ intent: PaymentIntent) async throws(WalletError) -> WalletError {
    let locked = try await lockedCoins()
    var total = Amount.zero
    for coin in try await locked + freeCoins() { total = try total.plus(coin.amount) }
    guard total > intent.amount else { return .insufficientFunds }
    guard locked.isEmpty else { return .coinsBusy }
    do throws(WalletError) {
      // What was set aside is free by now, or has become change.
      _ = try await fundOnce(Funding(intent: intent, changeAddress: ownAddress()))
      return .coinsBusy
    } catch .insufficientFunds {
      return .insufficientFunds
    }
  }

  /// The fee of a transaction that spends coins that are set aside now, as few as are enough; nothing is locked or
  /// recorded.
  func fundWithBusyCoins(_ intent: PaymentIntent, changeAddress: String) async throws(WalletError) -> Amount {
    let coins = try await (lockedCoins() + freeCoins()).sorted { $0.amount > $1.amount }
    var chosen: [Outpoint] = []
    var total = Amount.zero
    for coin in coins {
      chosen.append(coin.outpoint)
      total = try total.plus(coin.amount)
      guard total > intent.amount else { continue }
      do throws(WalletError) {
        return try await fundOnce(Funding(intent: intent, changeAddress: changeAddress, coins: chosen)).fee
      } catch .insufficientFunds {
        // The last one is not worth the fee: with one more.
        continue
      }
    }
    throw .insufficientFunds
  }

  /// Whether an input carries a signature, in its witness or, for older kinds of coins, its script.
  static func isSigned(_ input: JSONValue) -> Bool {
    input["txinwitness"]?.arrayValue?.isEmpty == false || input["scriptSig"]?["hex"]?.stringValue?.isEmpty == false
  }

  /// Asks the daemon, before anybody else has the transaction, whether it would take it: what it refuses now would be
  /// recorded, keep its coins and its part of a budget, and get nowhere.
  ///
  /// - Throws: ``WalletError/coinsBusy`` where too many transactions that it builds on wait for a block.
  func requireAcceptable(_ hex: String) async throws(WalletError) {
    let verdict: JSONValue
    // No limit on the fee here: that was approved.
    switch try await rpc.call("testmempoolaccept", [.array([.string(hex)]), "0"], on: .node) {
    case .result(let value): verdict = value[0] ?? .null
    // Daemons without this call tell when they are handed it.
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
