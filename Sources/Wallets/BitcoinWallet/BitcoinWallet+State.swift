import JSON
import PaymentsModel
import WalletBackend

extension BitcoinWallet {
  /// What the wallet itself knows of a transaction.
  enum Known: Sendable, Hashable {
    case confirmed(Int)
    case pool
    /// The wallet has it, the memory pool has not.
    case forgotten
    case conflicted(Int)
    case notKnown
  }

  func known(_ payment: BitcoinTransactionBlob) async throws(WalletError) -> Known {
    guard let confirmations = try await confirmations(of: payment.transactionID) else { return .notKnown }
    if confirmations > 0 { return .confirmed(confirmations) }
    if confirmations < 0 { return .conflicted(-confirmations) }
    return try await isInPool(payment.transactionID) ? .pool : .forgotten
  }

  /// Those of a transaction of the wallet, negative for the depth of a conflicting one; `nil` where it has none such.
  func confirmations(of transactionID: String) async throws(WalletError) -> Int? {
    try await walletTransaction(transactionID)?.integer("confirmations")
  }

  /// A transaction as the wallet has it; `nil` where it has none such.
  func walletTransaction(_ transactionID: String) async throws(WalletError) -> JSONValue? {
    switch try await rpc.call("gettransaction", [.string(transactionID)]) {
    case .result(let value): return value
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return nil
    case .failure(let failure): throw failure.walletError
    }
  }

  /// - Throws: ``WalletError/syncing`` where an input is missing but nothing is seen that spent it: the daemon may have
  ///   lost blocks in a crash and be about to get them back.
  func state(of payment: BitcoinTransactionBlob) async throws(WalletError) -> PaymentLookup {
    let known = try await known(payment)
    if let lookup = PaymentLookup(known) { return lookup }
    if known == .forgotten || known == .notKnown, try await areUnspent(payment.inputs) { return .unknown }
    let spenders = try await spenders(of: payment)
    let depth = spenders.isEmpty ? try await conflict(of: payment) : nil
    // The transaction itself may have got through while its inputs were looked at.
    let last = try await self.known(payment)
    if let lookup = PaymentLookup(last) { return lookup }
    if let spender = Spender.deciding(among: spenders) {
      if let replacement = spender.replacement {
        return .replaced(by: replacement, confirmations: spender.confirmations, payments: spender.payments)
      }
      // What a signed transaction of an earlier version pays is not known, so that no conflict is certain not to pay
      // it.
      return .conflicted(confirmations: payment.output == nil ? 0 : spender.confirmations)
    }
    if case .conflicted(let confirmations) = last { return .conflicted(confirmations: confirmations) }
    return depth.map { .conflicted(confirmations: $0) } ?? .unknown
  }

  private func areUnspent(_ inputs: [Outpoint]) async throws(WalletError) -> Bool {
    for input in inputs where try await !isUnspent(input, inPool: true) { return false }
    return true
  }

  /// Where the wallet has no transaction that spent an input: confirmations of what took the input away, the most of
  /// them; `nil` where all are there.
  private func conflict(of payment: BitcoinTransactionBlob) async throws(WalletError) -> Int? {
    var result: Int?
    for input in payment.inputs {
      if try await isUnspent(input, inPool: true) { continue }
      if try await isUnspent(input, inPool: false) {
        result = max(result ?? 0, 0)
        continue
      }
      guard let parent = try await confirmations(of: input.transactionID), parent < 0 else { throw .syncing }
      result = max(result ?? 0, -parent)
    }
    return result
  }

  private func isUnspent(_ input: Outpoint, inPool: Bool) async throws(WalletError) -> Bool {
    let parameters: [JSONValue] = [.string(input.transactionID), .number(JSONNumber(input.index)), .bool(inPool)]
    return try await !rpc.result("gettxout", parameters, on: .node).isNull
  }
}

extension PaymentLookup {
  /// What is the last word on a transaction; `nil` where its inputs have to be looked at.
  fileprivate init?(_ known: BitcoinWallet.Known) {
    switch known {
    case .confirmed(let confirmations): self = .confirmed(confirmations)
    case .pool: self = .pool
    case .conflicted, .forgotten, .notKnown: return nil
    }
  }
}
