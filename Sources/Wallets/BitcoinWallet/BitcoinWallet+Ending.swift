import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet: EndingWallet {
  /// Prepares one transaction that sends all coins of the payment to an address of the wallet. If the payment's
  /// transaction makes other payments too, they end with it.
  package func prepareEnding(_ signedTransaction: SignedTransaction) async throws(WalletError) -> EndingTransaction {
    let payment = try BitcoinTransactionBlob(signedTransaction)
    guard try await state(of: payment) == .unknown else { throw .coinsBusy }
    // The daemon lists no transaction that pays only change, so that ``lookup(_:)`` would never find this one.
    let address = try await newAddress(label: "")
    let funded = try await fundEnding(payment, to: address)
    let hex = try await signed(funded.psbt)
    let transaction = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    var inputs: Set<Outpoint> = []
    for input in try transaction.member("vin").elements() { inputs.insert(try Outpoint(input)) }
    guard inputs == Set(payment.inputs), try transaction.member("vout").elements().count == 1 else {
      throw .protocolViolation(code: nil)
    }
    try await requireAcceptable(hex)
    return EndingTransaction(
      transactionID: try transaction.member("txid").hash(), fee: funded.fee, blob: Array(hex.utf8))
  }

  /// Hands the transaction to the daemon.
  package func send(_ ending: EndingTransaction) async throws(WalletError) {
    let hex = String(decoding: ending.blob, as: UTF8.self)
    let id = try await rpc.result("sendrawtransaction", [.string(hex), "0"], on: .node).hash()
    guard id == ending.transactionID else { throw .protocolViolation(code: nil) }
  }

  private func fundEnding(_ payment: BitcoinTransactionBlob, to address: String) async throws(WalletError) -> Funded {
    var total = Amount.zero
    for input in payment.inputs {
      let output = try await rpc.result(
        "gettxout", [.string(input.transactionID), .number(JSONNumber(input.index)), true], on: .node)
      // The coin is already spent or does not exist yet, so there is nothing to send back.
      guard !output.isNull else { throw .coinsBusy }
      total = try total.plus(output.member("value").amount(decimals: currency.decimals))
    }
    return try await fundOnce(
      Funding(
        payout: [PaymentIntent(address: address, amount: total)], changeAddress: address, feeFromAmount: true,
        coins: payment.inputs))
  }
}
