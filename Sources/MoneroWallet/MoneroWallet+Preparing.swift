import JSON
public import PaymentsModel
public import WalletBackend

extension MoneroWallet {
  /// The fee of the transaction that the wallet would make now.
  public func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    PaymentQuote(fee: try await build(intent).fee)
  }

  /// Has the wallet choose coins and sign, hands nothing to the network, and freezes the coins.
  ///
  /// They stay frozen over a restart of the wallet, until ``release(_:)`` or the owner's `thaw`: the latter alone helps
  /// where this program was killed before the artefact was stored.
  public func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> PaymentArtefact {
    await preparing.enter()
    defer { preparing.leave() }
    let built = try await build(intent)
    guard built.fee <= feeCap else { throw .feeAboveCap }
    // In tasks of their own: a call that is cut off could take effect after the one that thaws the coins again, and that
    // one must be made also where this task was cancelled.
    let freezing = Task { [self] in await freeze(built.payment.keyImages) }
    if case .failure(let error) = await freezing.value {
      overdue.thaw(built.payment.keyImages)
      // Where the wallet cannot be reached, they are thawed later.
      let thawing = Task { [self] in try await catchUp() }
      _ = await thawing.result
      throw error
    }
    return built.payment.artefact(fee: built.fee)
  }

  private func freeze(_ keyImages: [String]) async -> Result<Void, WalletError> {
    do throws(WalletError) {
      try await setFrozen(true, keyImages)
      try await store()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// A signed transaction; a class, since Swift 6.3 miscompiles asynchronous functions with large results.
  private final class Built: Sendable {
    let payment: MoneroArtefact
    let fee: Amount

    init(payment: MoneroArtefact, fee: Amount) {
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
      let payment = try MoneroArtefact(transfer: value, height: try node.integer("height"))
      return Built(payment: payment, fee: try value.amount("fee"))
    case .failure(let failure):
      if failure.walletError == .insufficientFunds, try Self.isBehind(node) { throw .syncing }
      // The wallet has one code for all that goes wrong between it and the daemon.
      if failure.code == RPCFailure.genericTransfer { _ = try await rpc.daemon("get_info") }
      throw failure.walletError
    }
  }
}
