import JSON
package import PaymentsModel
package import WalletBackend

extension MoneroWallet {
  /// Looks the transaction up, and lets the wallet relay it if it is in no block.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let payment = try MoneroTransactionBlob(signedTransaction)
    await committing.enter()
    defer { committing.leave() }
    switch try await state(of: payment) {
    case .confirmed:
      // A confirmed transaction must never be relayed again, because the wallet would then count its change twice.
      return .accepted
    case .pool:
      // A wallet that was killed before it was stored does not know the transactions that it relayed. Without another
      // relay it would never learn their change and recipient.
      return try await isRemembered(payment) ? .accepted : relay(payment)
    case .conflicted(let confirmations) where confirmations > 0: return .rejected(.conflicted)
    // In neither case has the network accepted this transaction, or excluded it for good.
    case .conflicted, .replaced, .spent, .attempting, .undelivered, .untried, .lapsed, .settled:
      throw .protocolViolation(code: nil)
    case .unknown: return try await relay(payment)
    }
  }

  private func isRemembered(_ payment: MoneroTransactionBlob) async throws(WalletError) -> Bool {
    switch try await rpc.call(
      "get_transfer_by_txid",
      [
        "txid": .string(payment.transactionID), "account_index": .integer(configuration.account),
      ])
    {
    case .result: return true
    case .failure(let failure) where failure.code == RPCFailure.wrongTransactionID: return false
    case .failure(let failure): throw failure.walletError
    }
  }

  private func relay(_ payment: MoneroTransactionBlob) async throws(WalletError) -> CommitOutcome {
    guard !payment.metadata.isEmpty else { return try await send(payment) }
    switch try await rpc.call("relay_tx", ["hex": .string(payment.metadata)]) {
    case .result(let value):
      guard try value.hash("tx_hash") == payment.transactionID else { throw .protocolViolation(code: nil) }
      // If the wallet were killed before it is stored, it would forget the payment. If this fails, the network has it
      // anyway.
      try await store()
      return .accepted
    case .failure(let failure):
      switch failure.code {
      case RPCFailure.genericTransfer, RPCFailure.badHex, RPCFailure.badMetadata: return try await send(payment)
      default: throw failure.walletError
      }
    }
  }

  /// Hands the same transaction to the daemon, which reports the reason if it refuses. That also works for a
  /// transaction whose metadata was written by another version of the wallet.
  private func send(_ payment: MoneroTransactionBlob) async throws(WalletError) -> CommitOutcome {
    let answer = try await rpc.daemon(
      path: "/send_raw_transaction", ["tx_as_hex": .string(payment.hex), "do_not_relay": false], mayFail: true)
    switch try answer.string("status") {
    case "OK": return .accepted
    case "Failed": break
    default: throw .syncing
    }
    switch try await state(of: payment) {
    case .pool, .confirmed: return .accepted
    case .conflicted(let confirmations) where confirmations > 0: return .rejected(.conflicted)
    // In neither case has the network accepted this transaction, or excluded it for good.
    case .conflicted, .replaced, .spent, .attempting, .undelivered, .untried, .lapsed, .settled:
      throw .protocolViolation(code: nil)
    case .unknown: break
    }
    // These reasons depend on the transaction only. Other reasons may pass, for example a fee below the current
    // minimum.
    let final = ["invalid_input", "invalid_output", "low_mixin", "overspend", "too_big", "too_few_outputs"]
    guard final.contains(where: { answer[$0]?.boolValue == true }) else {
      throw .protocolViolation(code: RPCFailure.genericTransfer)
    }
    return .rejected(.invalid)
  }

  /// Returns the state of the transaction according to the daemon's blocks, its pool and, if neither has it, the
  /// inputs.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    try await state(of: MoneroTransactionBlob(signedTransaction))
  }

  /// Thaws the inputs in the wallet.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await setFrozen(false, MoneroTransactionBlob(signedTransaction).keyImages)
    try await store()
  }

  /// Freezes the inputs in the wallet. They stay frozen when the wallet is restarted.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    var free: [String] = []
    for image in try MoneroTransactionBlob(signedTransaction).keyImages {
      let isFrozen = try await rpc.wallet("frozen", ["key_image": .string(image)]).bool("frozen")
      if !isFrozen { free.append(image) }
    }
    // Usually there is nothing to do, and storing the whole wallet takes time.
    guard !free.isEmpty else { return }
    try await setFrozen(true, free)
    try await store()
  }
}
