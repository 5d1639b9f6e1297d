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
      let built = try await build([intent])
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
  /// Therefore only one transaction is built at a time, until the wallet has received it and knows which coins it
  /// spends. Quotes are for one payment each, so a transaction for several is always built anew.
  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    try check(payout)
    if let quoted = try await quotedTransaction(payout, feeCap: feeCap) { return quoted }
    await preparing.enter()
    defer { preparing.leave() }
    for _ in 0..<3 {
      await reservations.idle()
      let built = try await build(payout)
      guard reservations.take(built.payment.coins) else {
        try await freezeKept()
        continue
      }
      guard payout.largestShare(of: built.fee) <= feeCap else {
        reservations.giveBack(built.payment.coins)
        throw .feeAboveCap
      }
      return built.signedTransactions(making: payout)
    }
    throw .unavailable
  }

  /// Returns the transaction that was quoted and reserves its coins; `nil` if there is none, or if it is no longer good:
  /// its fee is above the cap, or a coin is reserved, frozen by the owner, or spent.
  private func quotedTransaction(
    _ payout: [PaymentIntent], feeCap: Amount
  ) async throws(WalletError) -> [SignedTransaction]? {
    let quoted = payout.compactMap(quotes.take)
    guard payout.count == 1, let built = quoted.first, built.fee <= feeCap else { return nil }
    for image in built.payment.keyImages {
      if try await rpc.wallet("frozen", ["key_image": .string(image)]).bool("frozen") { return nil }
    }
    guard try await spentStatus(of: built.payment.keyImages).allSatisfy({ $0 == 0 }),
      reservations.take(built.payment.coins)
    else { return nil }
    return built.signedTransactions(making: payout)
  }

  /// A signed transaction. A class because of the compiler's fault with large values.
  final class Built: Sendable {
    /// The transaction without the recipient of one of its payments.
    let payment: MoneroTransactionBlob
    let fee: Amount

    init(payment: MoneroTransactionBlob, fee: Amount) {
      self.payment = payment
      self.fee = fee
    }

    /// Returns a signed transaction for each payment, which bears its share of the fee.
    func signedTransactions(making payout: [PaymentIntent]) -> [SignedTransaction] {
      PayoutPlace.all(of: payout).map { place in
        payment.paying(payout, at: place).signedTransaction(fee: place.share(of: fee))
      }
    }
  }

  /// Builds a transaction without leaving traces in the wallet, which remembers only what ``commit(_:)`` hands over.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only if the daemon has all blocks and the wallet has read them.
  private func build(_ payout: [PaymentIntent]) async throws(WalletError) -> Built {
    guard payout.allSatisfy({ $0.amount > .zero }) else { throw .amountTooSmall }
    var destinations: [JSONValue] = []
    for intent in payout {
      // This check comes first, because `transfer` takes any other text for a domain name and asks name servers for it.
      guard try await checkAddress(intent.address) == .valid(intent.address) else { throw .invalidAddress }
      guard let units = UInt64(exactly: intent.amount.atomicUnits) else { throw .insufficientFunds }
      destinations.append(["amount": .integer(units), "address": .string(intent.address)])
    }
    try await catchUp()
    try await refresh()
    let node = try await rpc.daemon("get_info")
    switch try await rpc.call(
      "transfer",
      [
        "destinations": .array(destinations), "account_index": .integer(configuration.account), "do_not_relay": true,
        "get_tx_hex": true, "get_tx_metadata": true, "get_tx_key": true,
      ])
    {
    case .result(let value):
      try verify(value, payout)
      let payment = try MoneroTransactionBlob(transfer: value, height: try node.integer("height"))
      return Built(payment: payment, fee: try value.amount("fee"))
    case .failure(let failure):
      if failure.walletError == .insufficientFunds {
        if try Self.isBehind(node) { throw .syncing }
        // An amount that is too large for one transaction cannot be paid later either.
        guard failure.code != RPCFailure.tooLarge else { throw .insufficientFunds }
        throw try await lackOfFunds(payout)
      }
      // The wallet uses one code for everything that fails between it and the daemon.
      if failure.code == RPCFailure.genericTransfer { _ = try await rpc.daemon("get_info") }
      throw failure.walletError
    }
  }

  /// Checks that the answer to `transfer` is about one transaction, which makes all payments. `transfer` never splits
  /// them among several transactions, but the related call `transfer_split` does, and answers with lists.
  private func verify(_ transfer: JSONValue, _ payout: [PaymentIntent]) throws(WalletError) {
    guard transfer["tx_hash_list"] == nil, try transfer.amount("amount") == payout.total() else {
      throw .protocolViolation(code: nil)
    }
    // Wallets before version 0.18 do not tell the amounts.
    guard let listed = transfer["amounts_by_dest"] else { return }
    let amounts = try listed.list("amounts").compactMap { $0.integerValue(as: UInt64.self) }.map { UInt128($0) }
    guard amounts.sorted() == payout.map(\.amount.atomicUnits).sorted() else { throw .protocolViolation(code: nil) }
  }
}
