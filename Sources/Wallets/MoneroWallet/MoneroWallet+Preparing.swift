import JSON
package import PaymentsModel
package import WalletBackend

extension MoneroWallet {
  /// Returns the fee of the transaction that the wallet would make now. The wallet has to build and sign it for that, so
  /// it is remembered for ``prepare(_:feeCap:)``.
  ///
  /// While the coins are busy, which includes the change of each payment for ten blocks, it returns a fee that is
  /// certainly high enough.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    do throws(WalletError) {
      let built = try await build(intent)
      quotes.remember(built, for: intent)
      return PaymentQuote(fee: built.fee)
    } catch .coinsBusy {
      return PaymentQuote(fee: try await highFee(inputs: 2))
    }
  }

  /// Returns the transaction that was quoted, if its coins are still free, and otherwise lets the wallet choose coins that
  /// are not reserved, and sign. Nothing is frozen, and nothing is handed to the network.
  ///
  /// The wallet only excludes frozen coins, and coins are not frozen before the ledger has recorded the payment.
  /// Therefore only one payment is built at a time, until the wallet has received it and knows which coins it spends.
  package func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    if let quoted = try await quotedTransaction(intent, feeCap: feeCap) { return quoted }
    await preparing.enter()
    defer { preparing.leave() }
    for _ in 0..<3 {
      await reservations.idle()
      let built = try await build(intent)
      guard reservations.take(built.payment.coins) else {
        try await freezeKept()
        continue
      }
      guard built.fee <= feeCap else {
        reservations.giveBack(built.payment.coins)
        throw .feeAboveCap
      }
      return built.payment.signedTransaction(fee: built.fee)
    }
    throw .unavailable
  }

  /// Returns the transaction that was quoted and reserves its coins; `nil` if there is none, or if it is no longer good:
  /// its fee is above the cap, or a coin is reserved, frozen by the owner, or spent.
  private func quotedTransaction(
    _ intent: PaymentIntent, feeCap: Amount
  ) async throws(WalletError) -> SignedTransaction? {
    guard let built = quotes.take(intent), built.fee <= feeCap else { return nil }
    for image in built.payment.keyImages {
      if try await rpc.wallet("frozen", ["key_image": .string(image)]).bool("frozen") { return nil }
    }
    guard try await spentStatus(of: built.payment.keyImages).allSatisfy({ $0 == 0 }),
      reservations.take(built.payment.coins)
    else { return nil }
    return built.payment.signedTransaction(fee: built.fee)
  }

  /// A signed transaction. It is a class, because Swift 6.3 miscompiles asynchronous functions with large results.
  final class Built: Sendable {
    let payment: MoneroTransactionBlob
    let fee: Amount

    init(payment: MoneroTransactionBlob, fee: Amount) {
      self.payment = payment
      self.fee = fee
    }
  }

  /// Builds a transaction without leaving traces in the wallet, which remembers only what ``commit(_:)`` hands over.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only if the daemon has all blocks and the wallet has read them.
  private func build(_ intent: PaymentIntent) async throws(WalletError) -> Built {
    guard intent.amount > .zero else { throw .amountTooSmall }
    // This check comes first, because `transfer` takes any other text for a domain name and asks name servers for it.
    guard try await checkAddress(intent.address) == .valid(intent.address) else { throw .invalidAddress }
    guard let units = UInt64(exactly: intent.amount.atomicUnits) else { throw .insufficientFunds }
    try await catchUp()
    try await refresh()
    let node = try await rpc.daemon("get_info")
    let destination: JSONValue = ["amount": .integer(units), "address": .string(intent.address)]
    switch try await rpc.call(
      "transfer",
      [
        "destinations": [destination], "account_index": .integer(configuration.account), "do_not_relay": true,
        "get_tx_hex": true, "get_tx_metadata": true, "get_tx_key": true,
      ])
    {
    case .result(let value):
      guard try value.amount("amount") == intent.amount else { throw .protocolViolation(code: nil) }
      let payment = try MoneroTransactionBlob(transfer: value, height: try node.integer("height"), to: intent)
      return Built(payment: payment, fee: try value.amount("fee"))
    case .failure(let failure):
      if failure.walletError == .insufficientFunds {
        if try Self.isBehind(node) { throw .syncing }
        // An amount that is too large for one transaction cannot be paid later either.
        guard failure.code != RPCFailure.tooLarge else { throw .insufficientFunds }
        throw try await lackOfFunds(intent)
      }
      // The wallet uses one code for everything that fails between it and the daemon.
      if failure.code == RPCFailure.genericTransfer { _ = try await rpc.daemon("get_info") }
      throw failure.walletError
    }
  }
}
