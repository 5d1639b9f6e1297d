import JSON
package import PaymentsModel
package import WalletBackend

extension MoneroWallet {
  /// Returns the balance of the account. Coins that are frozen for payments are reported as `locked`, and change that
  /// waits for its ten blocks as `pending`.
  package func balance() async throws(WalletError) -> WalletBalance {
    try await catchUp()
    let balance = try await rpc.wallet("get_balance", ["account_index": .integer(configuration.account)])
    let unlocked = try balance.amount("unlocked_balance")
    var locked = Amount.zero
    for coin in try await coins() where coin.isFrozen { locked = try locked.plus(coin.amount) }
    guard let pending = try balance.amount("balance").subtracting(unlocked) else {
      throw .protocolViolation(code: nil)
    }
    return WalletBalance(available: unlocked, pending: pending, locked: locked)
  }

  /// The amounts from one atomic unit to the largest that the network can express.
  package var transferAmounts: ClosedRange<Amount> {
    Amount(atomicUnits: 1)...Amount(atomicUnits: UInt128(UInt64.max))
  }

  /// Returns everything that one transaction can spend, less a fee that is certainly high enough.
  ///
  /// The amount is computed from the wallet's list of coins and the network's fee, because a real transaction takes a
  /// second to build.
  package func largestPayment() async throws(WalletError) -> Amount {
    let coins = try await coins().filter { !$0.isFrozen && $0.isUnlocked }.map(\.amount).sorted(by: >)
      .prefix(Self.mostInputs)
    var sum = Amount.zero
    for coin in coins { sum = try sum.plus(coin) }
    let maximum = Amount(atomicUnits: min(sum.atomicUnits, UInt128(UInt64.max)))
    let fee = try await highFee(inputs: coins.count)
    return maximum.subtracting(fee) ?? .zero
  }

  /// Returns a fee that is certainly high enough for a transaction with this number of inputs.
  func highFee(inputs: Int) async throws(WalletError) -> Amount {
    Amount(atomicUnits: try await feePerByte() * UInt128(Self.baseWeight + Self.inputWeight * inputs))
  }

  /// Returns why the wallet found too few coins: it has too few, or some are frozen or wait for their blocks.
  func lackOfFunds(_ payout: [PaymentIntent]) async throws(WalletError) -> WalletError {
    let wanted = try payout.total()
    let balance = try await rpc.wallet("get_balance", ["account_index": .integer(configuration.account)])
    // Frozen coins are not part of the balance.
    var total = try balance.amount("balance")
    var isBusy = try balance.amount("unlocked_balance") < total
    for coin in try await coins() where coin.isFrozen {
      total = try total.plus(coin.amount)
      isBusy = true
    }
    return isBusy && total > wanted ? .coinsBusy : .insufficientFunds
  }

  /// The highest number of inputs. A transaction may weigh 149,400, and the wallet uses at most two thirds of that.
  private static let mostInputs = 100
  /// Upper limits of the weight of an input with a ring of 16, and of the rest of a transaction with two outputs.
  private static let inputWeight = 800
  private static let baseWeight = 2500

  /// Returns the fee of the second of four levels, which is the highest that the wallet chooses by itself.
  private func feePerByte() async throws(WalletError) -> UInt128 {
    let estimate = try await rpc.daemon("get_fee_estimate")
    let levels = try estimate.list("fees")
    guard let level = levels.count > 1 ? levels[1] : estimate["fee"], let fee = level.integerValue(as: UInt64.self)
    else { throw .protocolViolation(code: nil) }
    return UInt128(fee)
  }

  /// An unspent output of the account.
  private struct Coin {
    let amount: Amount
    let isFrozen: Bool
    let isUnlocked: Bool
  }

  private func coins() async throws(WalletError) -> [Coin] {
    let answer = try await rpc.wallet(
      "incoming_transfers", ["transfer_type": "available", "account_index": .integer(configuration.account)])
    return entries.read(try answer.list("transfers"), of: .coins, name: \.entryName) {
      entry throws(WalletError) -> Coin? in
      Coin(
        amount: try entry.amount("amount"), isFrozen: try entry.bool("frozen"), isUnlocked: try entry.bool("unlocked"))
    }
  }
}
