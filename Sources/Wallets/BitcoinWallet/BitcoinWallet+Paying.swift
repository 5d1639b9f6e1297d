import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet {
  /// Looks the transaction up, and sends it if it is not known.
  ///
  /// A conflict with a transaction that is not in a block yet is not final. It is thrown as
  /// ``WalletError/protocolViolation(code:)`` with the daemon's code -26; ``lookup(_:)`` reports it as conflicted with
  /// 0 confirmations.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let payment = try BitcoinTransactionBlob(signedTransaction)
    // The lookup comes first, because the daemon gives the same answer for a conflict and for a transaction whose
    // outputs are all spent.
    switch try await known(payment) {
    case .confirmed, .pool: return .accepted
    case .conflicted:
      if let outcome = try outcome(of: try await state(of: payment)) { return outcome }
    case .notKnown, .forgotten: break
    }
    // The call sets no limit on the fee, because the fee is known and was approved.
    switch try await rpc.call("sendrawtransaction", [.string(payment.hex), "0"], on: .node) {
    case .result(let value):
      guard value.stringValue == payment.transactionID else { throw .protocolViolation(code: nil) }
      return .accepted
    case .failure(let failure):
      return try await outcome(of: failure, payment)
    }
  }

  /// Reasons that a longer chain removes. A daemon that reads its blocks again gives them for transactions that depend
  /// on blocks that it has not read yet.
  static let passing = ["missingorspent", "premature-spend", "non-final", "nonfinal"]

  /// Reasons that depend on the transaction only. Other reasons may pass, for example a fee below the current minimum.
  private static let final = [
    "bad-txns-vin-empty", "bad-txns-vout-empty", "bad-txns-oversize", "bad-txns-vout-negative",
    "bad-txns-vout-toolarge", "bad-txns-txouttotal-toolarge", "bad-txns-inputs-duplicate", "bad-txns-in-belowout",
  ]

  private func outcome(
    of failure: DaemonFailure, _ payment: BitcoinTransactionBlob
  ) async throws(WalletError) -> CommitOutcome {
    switch failure.code {
    case DaemonFailure.alreadyInChain: return .accepted
    case DaemonFailure.deserialization: return .rejected(.invalid)
    case DaemonFailure.verifyError, DaemonFailure.verifyRejected: break
    default: throw failure.walletError
    }
    if let outcome = try outcome(of: try await state(of: payment), failure.code) { return outcome }
    // All inputs exist and are unspent, but the transaction is refused. Most reasons for that may pass.
    guard !Self.passing.contains(where: failure.message.contains) else { throw .syncing }
    guard Self.final.contains(where: failure.message.contains) else { throw .protocolViolation(code: failure.code) }
    return .rejected(.invalid)
  }

  /// Returns the outcome of a commit that follows from a lookup; `nil` if the transaction can still be sent.
  private func outcome(of lookup: PaymentLookup, _ code: Int? = nil) throws(WalletError) -> CommitOutcome? {
    switch lookup {
    case .pool, .confirmed: return .accepted
    case .conflicted(let confirmations) where confirmations > 0: return .rejected(.conflicted)
    // In neither case has the network accepted this transaction, or excluded it for good.
    case .conflicted, .replaced, .spent, .attempting, .undelivered, .untried, .lapsed, .settled:
      throw .protocolViolation(code: code)
    case .unknown: return nil
    }
  }

  /// Returns the state of the transaction according to the wallet, the memory pool and, if neither knows it, its
  /// inputs.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    try await state(of: BitcoinTransactionBlob(signedTransaction))
  }

  /// Unlocks the inputs of the transaction.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await setLock(false, BitcoinTransactionBlob(signedTransaction).inputs)
  }

  /// Locks the inputs of the transaction. The daemon keeps its locks in memory only.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await setLock(true, BitcoinTransactionBlob(signedTransaction).inputs)
  }

  /// Each input needs its own call, because the daemon refuses the whole call if one input is spent or already in the
  /// wanted state.
  func setLock(_ isLocked: Bool, _ inputs: [Outpoint]) async throws(WalletError) {
    for input in inputs {
      switch try await rpc.call("lockunspent", [.bool(!isLocked), .array([input.json])]) {
      case .result: break
      case .failure(let failure) where failure.code == DaemonFailure.invalidParameter: break
      case .failure(let failure): throw failure.walletError
      }
    }
  }
}
