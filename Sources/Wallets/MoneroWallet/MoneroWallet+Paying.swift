import JSON
package import PaymentsModel
package import WalletBackend

extension MoneroWallet {
  /// Looks the transaction up, and has the wallet relay it where it is in no block.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let payment = try MoneroTransactionBlob(signedTransaction)
    await committing.enter()
    defer { committing.leave() }
    switch try await state(of: payment) {
    case .confirmed:
      // Never again from here on: the wallet would count the change of what is in a block already a second time.
      return .accepted
    case .pool:
      // A wallet that was killed before it was written down knows nothing of what it relayed, and would take the change
      // and the recipient for unknown for good.
      return try await isRemembered(payment) ? .accepted : relay(payment)
    case .conflicted(let confirmations) where confirmations > 0: return .rejected(.conflicted)
    // Neither is the network's word that this transaction is accepted, or never can be.
    case .conflicted, .replaced: throw .protocolViolation(code: nil)
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
      // Otherwise a wallet that is killed now forgets the payment. Where this fails the network has it all the same.
      try await store()
      return .accepted
    case .failure(let failure):
      switch failure.code {
      case RPCFailure.genericTransfer, RPCFailure.badHex, RPCFailure.badMetadata: return try await send(payment)
      default: throw failure.walletError
      }
    }
  }

  /// The same transaction handed to the daemon, which tells why where it refuses. So a transaction also gets through
  /// whose metadata another version of the wallet wrote.
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
    // Neither is the network's word that this transaction is accepted, or never can be.
    case .conflicted, .replaced: throw .protocolViolation(code: nil)
    case .unknown: break
    }
    // Reasons that lie in the transaction alone. Others, such as a fee below what nodes ask just now, may pass.
    let final = ["invalid_input", "invalid_output", "low_mixin", "overspend", "too_big", "too_few_outputs"]
    guard final.contains(where: { answer[$0]?.boolValue == true }) else {
      throw .protocolViolation(code: RPCFailure.genericTransfer)
    }
    return .rejected(.invalid)
  }

  /// What became of the transaction, by the daemon's blocks, its pool and, where neither has it, the inputs.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    try await state(of: MoneroTransactionBlob(signedTransaction))
  }

  /// Thaws the inputs.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await setFrozen(false, MoneroTransactionBlob(signedTransaction).keyImages)
    try await store()
  }

  /// Freezes the inputs, over a restart of the wallet too.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    var free: [String] = []
    for image in try MoneroTransactionBlob(signedTransaction).keyImages {
      let isFrozen = try await rpc.wallet("frozen", ["key_image": .string(image)]).bool("frozen")
      if !isFrozen { free.append(image) }
    }
    // Most of the time there is nothing to do, and to have all of the wallet written down is not free.
    guard !free.isEmpty else { return }
    try await setFrozen(true, free)
    try await store()
  }
}
