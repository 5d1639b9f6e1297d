import JSON
public import PaymentsModel
public import WalletBackend

extension BitcoinWallet {
  /// The fee of the transaction that the wallet would make now.
  public func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    PaymentQuote(fee: try await fund(intent, changeAddress: ownAddress()).fee)
  }

  /// Chooses coins, locks them, signs, and checks the signed transaction against the intent.
  public func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> PaymentArtefact {
    guard let recipient = try await validated(intent.address), recipient.text == intent.address else {
      throw .invalidAddress
    }
    let plan = try await chooseAndLock(Draft(intent: intent, recipient: recipient, feeCap: feeCap))
    let outcome = await outcome(ofSigning: plan)
    if case .failure = outcome { await free(plan.inputs) }
    return try outcome.get()
  }

  private func outcome(ofSigning plan: Plan) async -> Result<PaymentArtefact, WalletError> {
    do throws(WalletError) {
      return .success(try await sign(plan))
    } catch {
      return .failure(error)
    }
  }

  /// In a task of its own, so that the coins become free also where this one was cancelled.
  private func free(_ inputs: [Outpoint]) async {
    let freeing = Task { await unlock(inputs) }
    await freeing.value
  }

  /// An unsigned transaction with its inputs chosen by the daemon.
  struct Funded: Sendable {
    let psbt: String
    let fee: Amount
  }

  /// What is to be prepared.
  ///
  /// This and ``Plan`` are classes, since Swift 6.3 miscompiles asynchronous functions that take more words of values
  /// than fit into registers.
  private final class Draft: Sendable {
    let intent: PaymentIntent
    let recipient: ValidatedAddress
    let feeCap: Amount

    init(intent: PaymentIntent, recipient: ValidatedAddress, feeCap: Amount) {
      self.intent = intent
      self.recipient = recipient
      self.feeCap = feeCap
    }
  }

  /// A funded transaction whose inputs are to be locked, and what it is for.
  private final class Plan: Sendable {
    let draft: Draft
    let psbt: String
    let fee: Amount
    let inputs: [Outpoint]
    let inputTotal: Amount

    init(draft: Draft, funded: Funded, inputs: [Outpoint], inputTotal: Amount) {
      self.draft = draft
      psbt = funded.psbt
      fee = funded.fee
      self.inputs = inputs
      self.inputTotal = inputTotal
    }
  }

  /// Lets the daemon choose coins; nothing is locked or recorded.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only where the daemon said so again after it was found up to date.
  ///   While it is behind it may miss coins that the wallet has: ``WalletError/syncing``.
  func fund(
    _ intent: PaymentIntent, changeAddress: String? = nil, feeFromAmount: Bool = false
  ) async throws(WalletError) -> Funded {
    do throws(WalletError) {
      return try await fundOnce(intent, changeAddress: changeAddress, feeFromAmount: feeFromAmount)
    } catch .insufficientFunds {
      if try await isBehind() { throw .syncing }
      return try await fundOnce(intent, changeAddress: changeAddress, feeFromAmount: feeFromAmount)
    }
  }

  private func fundOnce(
    _ intent: PaymentIntent, changeAddress: String?, feeFromAmount: Bool
  ) async throws(WalletError) -> Funded {
    guard intent.amount > .zero else { throw .amountTooSmall }
    var options = JSONObject()
    options["lockUnspents"] = false
    if let changeAddress { options["changeAddress"] = .string(changeAddress) }
    if feeFromAmount { options["subtractFeeFromOutputs"] = [0] }
    // Amounts are sent as strings, which the daemon reads exactly.
    if let rate = configuration.feeRate { options["feeRate"] = .string(rate.text(decimals: currency.decimals)) }
    let output: JSONObject = [intent.address: .string(intent.amount.text(decimals: currency.decimals))]
    let parameters: [JSONValue] = [[], .array([.object(output)]), 0, .object(options)]
    switch try await rpc.call("walletcreatefundedpsbt", parameters) {
    case .result(let value):
      return Funded(
        psbt: try value.string("psbt"), fee: try value.member("fee").amount(decimals: currency.decimals))
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey:
      throw .invalidAddress
    case .failure(let failure):
      throw failure.walletError
    }
  }

  /// The daemon can lock the coins itself as it chooses them. Here they are locked by a call of their own, so that they
  /// are known by then, and can be freed also where the answer to that call is lost.
  private func chooseAndLock(_ draft: Draft) async throws(WalletError) -> Plan {
    await preparing.enter()
    defer { preparing.leave() }
    for _ in 0..<4 {
      let plan = try await choose(draft)
      // In a task of its own, since a call that is cut off could take effect after the one that frees the coins again.
      let locking = Task { await self.lock(plan) }
      let lock = await locking.value
      if case .failure = lock { await free(plan.inputs) }
      if try lock.get() { return plan }
    }
    throw .unavailable
  }

  private func choose(_ draft: Draft) async throws(WalletError) -> Plan {
    let funded = try await fund(draft.intent)
    guard funded.fee <= draft.feeCap else { throw .feeAboveCap }
    let decoded = try await rpc.result("decodepsbt", [.string(funded.psbt)], on: .node)
    let sources = try decoded.member("inputs").elements()
    let spent = try decoded.member("tx").member("vin").elements()
    guard !spent.isEmpty, spent.count == sources.count else { throw .protocolViolation(code: nil) }
    var inputs: [Outpoint] = []
    var total = Amount.zero
    for (input, source) in zip(spent, sources) {
      let outpoint = try Outpoint(input)
      inputs.append(outpoint)
      total = try total.plus(value(of: outpoint, source))
    }
    return Plan(draft: draft, funded: funded, inputs: inputs, inputTotal: total)
  }

  /// False where somebody else locked or spent one of the inputs in between; the daemon locks all or none.
  private func lock(_ plan: Plan) async -> Result<Bool, WalletError> {
    do throws(WalletError) {
      switch try await rpc.call("lockunspent", [false, .array(plan.inputs.map(\.json))]) {
      case .result: return .success(true)
      case .failure(let failure):
        return failure.code == DaemonFailure.invalidParameter ? .success(false) : .failure(failure.walletError)
      }
    } catch {
      return .failure(error)
    }
  }

  private func value(of outpoint: Outpoint, _ input: JSONValue) throws(WalletError) -> Amount {
    if let output = input["witness_utxo"] {
      return try output.member("amount").amount(decimals: currency.decimals)
    }
    guard let output = input["non_witness_utxo"]?["vout"]?[outpoint.index] else {
      throw .protocolViolation(code: nil)
    }
    return try output.member("value").amount(decimals: currency.decimals)
  }

  private func sign(_ plan: Plan) async throws(WalletError) -> PaymentArtefact {
    let signed = try await rpc.result("walletprocesspsbt", [.string(plan.psbt)])
    guard try signed.bool("complete") else {
      // Older daemons do not say that the wallet is locked, they just do not sign.
      throw await status() == .locked ? .locked : .protocolViolation(code: nil)
    }
    let final = try await rpc.result("finalizepsbt", [.string(try signed.string("psbt"))], on: .node)
    guard try final.bool("complete") else { throw .protocolViolation(code: nil) }
    let hex = try final.string("hex")
    guard !hex.isEmpty, JSONValue.isHexadecimal(hex) else { throw .protocolViolation(code: nil) }
    let transaction = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    try verify(transaction, plan)
    return BitcoinArtefact(transactionID: try transaction.member("txid").hash(), hex: hex, inputs: plan.inputs)
      .artefact(fee: plan.fee)
  }

  /// The signed transaction spends the locked coins and no others, pays the recipient exactly, sends the rest to at most
  /// one other output, and costs what was announced.
  private func verify(_ transaction: JSONValue, _ plan: Plan) throws(WalletError) {
    var inputs: Set<Outpoint> = []
    for input in try transaction.member("vin").elements() {
      inputs.insert(try Outpoint(input))
      guard input["txinwitness"]?.arrayValue?.isEmpty == false else { throw .protocolViolation(code: nil) }
    }
    let outputs = try transaction.member("vout").elements()
    var total = Amount.zero
    var paid = 0
    for output in outputs {
      let value = try output.member("value").amount(decimals: currency.decimals)
      total = try total.plus(value)
      let script = try output.member("scriptPubKey").string("hex")
      if script == plan.draft.recipient.script, value == plan.draft.intent.amount { paid += 1 }
    }
    guard inputs == Set(plan.inputs), paid == 1, outputs.count <= 2,
      plan.inputTotal.subtracting(total) == plan.fee
    else { throw .protocolViolation(code: nil) }
  }
}
