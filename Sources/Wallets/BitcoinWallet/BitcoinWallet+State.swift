import JSON
import PaymentsModel
import WalletBackend

extension BitcoinWallet {
  /// The state of a transaction according to the wallet itself.
  enum Known: Sendable, Hashable {
    case confirmed(Int)
    case pool
    /// The wallet has the transaction, but the memory pool does not.
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

  /// Returns the confirmations of a transaction of the wallet. A negative number is the depth of a conflicting
  /// transaction; `nil` means that the wallet does not have the transaction.
  func confirmations(of transactionID: String) async throws(WalletError) -> Int? {
    try await walletTransaction(transactionID)?.integer("confirmations")
  }

  /// Returns a transaction as the wallet has it; `nil` if it does not have it.
  func walletTransaction(_ transactionID: String) async throws(WalletError) -> JSONValue? {
    switch try await rpc.call("gettransaction", [.string(transactionID)]) {
    case .result(let value): return value
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return nil
    case .failure(let failure): throw failure.walletError
    }
  }

  /// Returns the state of a payment.
  ///
  /// - Throws: ``WalletError/syncing`` if an input is missing but no transaction is known that spends it. The daemon
  ///   may have lost blocks in a crash and be about to get them back.
  func state(of payment: BitcoinTransactionBlob) async throws(WalletError) -> PaymentLookup {
    let known = try await known(payment)
    if let lookup = PaymentLookup(known) { return lookup }
    if known == .forgotten || known == .notKnown, try await areUnspent(payment.inputs) { return .unknown }
    let spenders = try await spenders(of: payment)
    let depth = spenders.isEmpty ? try await conflict(of: payment) : nil
    // The transaction itself may have been accepted while its inputs were checked.
    let last = try await self.known(payment)
    if let lookup = PaymentLookup(last) { return lookup }
    if let spender = Spender.deciding(among: spenders) {
      if let replacement = spender.replacement {
        return .replaced(by: replacement, confirmations: spender.confirmations, payments: spender.payments)
      }
      // Blobs of earlier versions do not tell what the transaction pays. Therefore no conflict is certain to pay
      // something else.
      if payment.output == nil { return .spent(by: spender.transactionID, confirmations: spender.confirmations) }
      return .conflicted(confirmations: spender.confirmations)
    }
    if case .conflicted(let confirmations) = last { return .conflicted(confirmations: confirmations) }
    return depth.map { .conflicted(confirmations: $0) } ?? .unknown
  }

  private func areUnspent(_ inputs: [Outpoint]) async throws(WalletError) -> Bool {
    for input in inputs where try await !isUnspent(input, inPool: true) { return false }
    return true
  }

  /// Returns the depth of the conflict if no transaction of the wallet has spent an input: the most confirmations of
  /// whatever took an input away; `nil` if all inputs are unspent.
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
  /// Creates the final state of a transaction; `nil` if its inputs have to be checked first.
  fileprivate init?(_ known: BitcoinWallet.Known) {
    switch known {
    case .confirmed(let confirmations): self = .confirmed(confirmations)
    case .pool: self = .pool
    case .conflicted, .forgotten, .notKnown: return nil
    }
  }
}
