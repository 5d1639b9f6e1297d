import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet {
  /// Returns the fee of the transaction that the wallet would make now, or will make once reserved coins are free
  /// again.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    let changeAddress = try await ownAddress()
    do throws(WalletError) {
      return PaymentQuote(fee: try await fund(intent, changeAddress: changeAddress).fee)
    } catch .coinsBusy {
      return PaymentQuote(fee: try await fundWithBusyCoins(intent, changeAddress: changeAddress))
    }
  }

  /// Chooses coins that are not reserved, signs, and checks the signed transaction against the intent.
  package func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    guard let recipient = try await validated(intent.address), recipient.text == intent.address else {
      throw .invalidAddress
    }
    let plan = try await chooseAndTake(Draft(intent: intent, recipient: recipient, feeCap: feeCap))
    let outcome = await outcome(ofSigning: plan)
    if case .failure = outcome { reservations.giveBack(plan.inputs.map(\.coin)) }
    return try outcome.get()
  }

  private func outcome(ofSigning plan: Plan) async -> Result<SignedTransaction, WalletError> {
    do throws(WalletError) {
      return .success(try await sign(plan))
    } catch {
      return .failure(error)
    }
  }

  /// An unsigned transaction whose inputs the daemon has chosen.
  struct Funded: Sendable {
    let psbt: String
    let fee: Amount
  }

  /// The input of a preparation.
  ///
  /// This type and ``Plan`` are classes, because Swift 6.3 miscompiles asynchronous functions whose arguments do not
  /// fit into registers.
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

  /// A funded transaction and the draft that it is for.
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

  /// Lets the daemon choose coins without locking or recording anything.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only if the daemon repeated it after it was found to be up to date.
  ///   While the daemon is behind it may miss coins of the wallet; that is reported as ``WalletError/syncing``.
  func fund(
    _ intent: PaymentIntent, changeAddress: String? = nil, feeFromAmount: Bool = false
  ) async throws(WalletError) -> Funded {
    let funding = Funding(intent: intent, changeAddress: changeAddress, feeFromAmount: feeFromAmount)
    do throws(WalletError) {
      return try await fundOnce(funding)
    } catch .insufficientFunds {
      if try await isBehind() { throw .syncing }
    }
    do throws(WalletError) {
      return try await fundOnce(funding)
    } catch .insufficientFunds {
      throw try await lackOfFunds(intent)
    }
  }

  /// The purpose of a choice of coins. It is a class for the same reason as ``Draft``.
  final class Funding: Sendable {
    let intent: PaymentIntent
    let changeAddress: String?
    let feeFromAmount: Bool
    /// The coins to spend; if there are none, the daemon chooses.
    let coins: [Outpoint]

    init(
      intent: PaymentIntent, changeAddress: String? = nil, feeFromAmount: Bool = false, coins: [Outpoint] = []
    ) {
      self.intent = intent
      self.changeAddress = changeAddress
      self.feeFromAmount = feeFromAmount
      self.coins = coins
    }
  }

  func fundOnce(_ funding: Funding) async throws(WalletError) -> Funded {
    let intent = funding.intent
    guard intent.amount >= configuration.family.dust else { throw .amountTooSmall }
    var options = JSONObject()
    options["lockUnspents"] = false
    if let changeAddress = funding.changeAddress { options["changeAddress"] = .string(changeAddress) }
    if funding.feeFromAmount { options["subtractFeeFromOutputs"] = [0] }
    // Amounts are sent as strings, because the daemon reads those exactly.
    if let rate = configuration.feeRate { options["feeRate"] = .string(rate.text(decimals: currency.decimals)) }
    let output: JSONObject = [intent.address: .string(intent.amount.text(decimals: currency.decimals))]
    let parameters: [JSONValue] = [.array(funding.coins.map(\.json)), .array([.object(output)]), 0, .object(options)]
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

  /// Chooses coins and reserves them. The daemon only excludes locked coins, and coins are not locked before the ledger
  /// has recorded the payment. Therefore only one payment is built at a time, until the daemon has received it and
  /// knows which coins it spends. After that its change can be chosen.
  private func chooseAndTake(_ draft: Draft) async throws(WalletError) -> Plan {
    await preparing.enter()
    defer { preparing.leave() }
    await reservations.idle()
    for _ in 0..<4 {
      let plan = try await choose(draft)
      if reservations.take(plan.inputs.map(\.coin)) { return plan }
      try await lockKept()
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

  private func value(of outpoint: Outpoint, _ input: JSONValue) throws(WalletError) -> Amount {
    if let output = input["witness_utxo"] {
      return try output.member("amount").amount(decimals: currency.decimals)
    }
    guard let output = input["non_witness_utxo"]?["vout"]?[outpoint.index] else {
      throw .protocolViolation(code: nil)
    }
    return try output.member("value").amount(decimals: currency.decimals)
  }

  private func sign(_ plan: Plan) async throws(WalletError) -> SignedTransaction {
    let hex = try await signed(plan.psbt)
    let transaction = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    try verify(transaction, plan)
    try await requireAcceptable(hex)
    return BitcoinTransactionBlob(
      transactionID: try transaction.member("txid").hash(), hex: hex, inputs: plan.inputs,
      output: PaidOutput(script: plan.draft.recipient.script, amount: plan.draft.intent.amount)
    ).signedTransaction(fee: plan.fee)
  }

  /// Returns the transaction with all signatures, in hexadecimal.
  func signed(_ psbt: String) async throws(WalletError) -> String {
    let signed = try await rpc.result("walletprocesspsbt", [.string(psbt)])
    guard try signed.bool("complete") else {
      // Older daemons do not report that the wallet is locked; they just do not sign.
      throw await status() == .locked ? .locked : .protocolViolation(code: nil)
    }
    let final = try await rpc.result("finalizepsbt", [.string(try signed.string("psbt"))], on: .node)
    guard try final.bool("complete") else { throw .protocolViolation(code: nil) }
    let hex = try final.string("hex")
    guard !hex.isEmpty, JSONValue.isHexadecimal(hex) else { throw .protocolViolation(code: nil) }
    return hex
  }

  /// Checks that the signed transaction spends the chosen coins and no others, pays the recipient exactly, sends the
  /// rest to at most one other output, and has the announced fee.
  private func verify(_ transaction: JSONValue, _ plan: Plan) throws(WalletError) {
    var inputs: Set<Outpoint> = []
    for input in try transaction.member("vin").elements() {
      inputs.insert(try Outpoint(input))
      guard Self.isSigned(input) else { throw .protocolViolation(code: nil) }
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
