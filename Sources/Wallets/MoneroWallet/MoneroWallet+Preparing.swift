import JSON
package import PaymentsModel
package import WalletBackend

extension MoneroWallet {
  /// The fee of the transaction that the wallet would make now.
  ///
  /// While the coins are busy, which the change of each payment is for ten blocks, a fee that is certainly enough.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    do throws(WalletError) {
      return PaymentQuote(fee: try await build(intent).fee)
    } catch .coinsBusy {
      return PaymentQuote(fee: try await highFee(inputs: 2))
    }
  }

  /// Has the wallet choose coins that no payment has and sign; nothing is frozen, and nothing handed to the network.
  ///
  /// The wallet leaves out coins that are frozen and no others, and here nothing is frozen before the ledger has the
  /// payment. So one payment is built at a time, until the wallet was handed it and knows itself what it spends.
  package func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    await preparing.enter()
    defer { preparing.leave() }
    await reservations.idle()
    for _ in 0..<3 {
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

  /// A signed transaction; a class, since Swift 6.3 miscompiles asynchronous functions with large results.
  private final class Built: Sendable {
    let payment: MoneroTransactionBlob
    let fee: Amount

    init(payment: MoneroTransactionBlob, fee: Amount) {
      self.payment = payment
      self.fee = fee
    }
  }

  /// Leaves nothing behind in the wallet: only ``commit(_:)`` makes it remember a transaction.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only where the daemon has all blocks and the wallet has read them.
  private func build(_ intent: PaymentIntent) async throws(WalletError) -> Built {
    guard intent.amount > .zero else { throw .amountTooSmall }
    // First, since `transfer` takes what is no address for a domain name and asks name servers for it.
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
        // More than one transaction can carry stays so.
        guard failure.code != RPCFailure.tooLarge else { throw .insufficientFunds }
        throw try await lackOfFunds(intent)
      }
      // The wallet has one code for all that goes wrong between it and the daemon.
      if failure.code == RPCFailure.genericTransfer { _ = try await rpc.daemon("get_info") }
      throw failure.walletError
    }
  }
}
