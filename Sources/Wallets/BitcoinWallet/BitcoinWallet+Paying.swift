import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet {
  /// Looks the transaction up, and sends it where it is not known.
  ///
  /// A conflict with a transaction that is not in a block yet is not final and is thrown as
  /// ``WalletError/protocolViolation(code:)`` with the daemon's -26; ``lookup(_:)`` tells it as conflicted with 0
  /// confirmations.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let payment = try BitcoinTransactionBlob(signedTransaction)
    // First, since the daemon answers a transaction whose outputs are all spent as it answers a conflict.
    switch try await known(payment) {
    case .confirmed, .pool: return .accepted
    case .conflicted:
      if let outcome = try outcome(of: try await state(of: payment)) { return outcome }
    case .notKnown, .forgotten: break
    }
    // No limit on the fee here: the fee is known and was approved.
    switch try await rpc.call("sendrawtransaction", [.string(payment.hex), "0"], on: .node) {
    case .result(let value):
      guard value.stringValue == payment.transactionID else { throw .protocolViolation(code: nil) }
      return .accepted
    case .failure(let failure):
      return try await outcome(of: failure, payment)
    }
  }

  /// Reasons that a longer chain takes away; a daemon that reads its blocks again gives them for what is in a later
  /// one.
  static let passing = ["missingorspent", "premature-spend", "non-final", "nonfinal"]

  /// Reasons that lie in the transaction alone. Others, such as a fee below what nodes ask just now, may pass.
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
    // All inputs are there and unspent, and still it is refused: for a reason that may pass, most of the time.
    guard !Self.passing.contains(where: failure.message.contains) else { throw .syncing }
    guard Self.final.contains(where: failure.message.contains) else { throw .protocolViolation(code: failure.code) }
    return .rejected(.invalid)
  }

  /// What a look tells of a commit; `nil` where it may still be handed over.
  private func outcome(of lookup: PaymentLookup, _ code: Int? = nil) throws(WalletError) -> CommitOutcome? {
    switch lookup {
    case .pool, .confirmed: return .accepted
    case .conflicted(let confirmations) where confirmations > 0: return .rejected(.conflicted)
    // Neither is the network's word that this transaction is accepted, or never can be.
    case .conflicted, .replaced: throw .protocolViolation(code: code)
    case .unknown: return nil
    }
  }

  /// What became of the transaction, by the wallet, the memory pool and, where neither has it, its inputs.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    try await state(of: BitcoinTransactionBlob(signedTransaction))
  }

  /// Unlocks the inputs.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await setLock(false, BitcoinTransactionBlob(signedTransaction).inputs)
  }

  /// Locks the inputs; the daemon keeps locks in memory only.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await setLock(true, BitcoinTransactionBlob(signedTransaction).inputs)
  }

  /// One call for each, since one that is in the wanted state already, or spent, makes the daemon refuse all.
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
