import JSON
import PaymentsModel
import WalletBackend

extension BitcoinWallet {
  /// Returns all transactions that spend an input of the payment. Because the coins belong to the wallet, it knows them
  /// all.
  func spenders(of payment: BitcoinTransactionBlob) async throws(WalletError) -> [Spender] {
    var spenders: [Spender] = []
    for id in try await candidates(payment) {
      guard let entry = try await walletTransaction(id) else { continue }
      let confirmations = try entry.integer("confirmations")
      // A transaction that was itself replaced, or is no longer in the memory pool, spends nothing.
      guard confirmations >= 0 else { continue }
      if confirmations == 0, try await !isInPool(id) { continue }
      let transaction = try await rpc.result("decoderawtransaction", [try entry.member("hex")], on: .node)
      guard try spends(transaction, payment.inputs) else { continue }
      let outputs = try DecodedOutputs(transaction, currency.decimals)
      let payments = payment.output.map(outputs.count) ?? 0
      guard payments > 0 else {
        spenders.append(Spender(transactionID: id, confirmations: confirmations, replacement: nil, payments: 0))
        continue
      }
      // The owner may have replaced the transaction by one that makes some of its payments only.
      let place = payment.place.among(payment.payout.map { outputs.count($0) > 0 })
      spenders.append(
        Spender(
          transactionID: id, confirmations: confirmations,
          replacement: PaymentReplacement(transactionID: id, fee: place.share(of: try fee(entry))),
          payments: payments))
    }
    return spenders
  }

  private func spends(_ transaction: JSONValue, _ inputs: [Outpoint]) throws(WalletError) -> Bool {
    for spent in try transaction.member("vin").elements() where spent["txid"] != nil {
      if inputs.contains(try Outpoint(spent)) { return true }
    }
    return false
  }

  /// Reads the fee that the wallet has paid, which the daemon writes as a negative amount.
  private func fee(_ entry: JSONValue) throws(WalletError) -> Amount {
    guard let text = try entry.member("fee").numberValue?.text,
      let decimal = try? DecimalAmount(String(text.unicodeScalars.drop { $0 == "-" })),
      let fee = try? Amount(decimal, decimals: currency.decimals)
    else { throw .protocolViolation(code: nil) }
    return fee
  }

  /// Returns the transactions that may spend an input. If the wallet has the payment's own transaction, these are the
  /// conflicts that it lists; otherwise they are all transactions that it sent since the inputs were created.
  private func candidates(_ payment: BitcoinTransactionBlob) async throws(WalletError) -> [String] {
    if let own = try await walletTransaction(payment.transactionID) {
      var ids: [String] = []
      for id in try own.member("walletconflicts").elements() { ids.append(try id.hash()) }
      return ids
    }
    var oldest = 0
    for input in payment.inputs {
      // An input that is in no block may be as old as its own inputs, so all transactions are considered.
      guard let parent = try await confirmations(of: input.transactionID), parent > 0 else { return try await sent("") }
      oldest = max(oldest, parent)
    }
    guard let height: Int = try await rpc.result("getblockcount", on: .node).integerValue() else {
      throw .protocolViolation(code: nil)
    }
    let block = try await rpc.result("getblockhash", [.number(JSONNumber(max(height - oldest, 0)))], on: .node)
    return try await sent(block.hash())
  }

  /// Returns the transactions that the wallet has sent since a block, or ever, including those that wait for a block.
  private func sent(_ block: String) async throws(WalletError) -> [String] {
    let list = try await rpc.result("listsinceblock", [.string(block), 1, false, false])
    var ids: Set<String> = []
    for entry in try list.member("transactions").elements() where entry["category"]?.stringValue == "send" {
      ids.insert(try entry.member("txid").hash())
    }
    return ids.sorted()
  }
}
