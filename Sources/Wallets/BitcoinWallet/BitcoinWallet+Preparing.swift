import JSON
package import PaymentsModel
package import WalletBackend

extension BitcoinWallet {
  /// Returns the fee of the transaction that the wallet would make now, or will make once reserved coins are free
  /// again. The choice of coins is remembered for ``prepare(_:feeCap:)``, because choosing takes the daemon most of the
  /// time of a payment.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    let changeAddress = try await nextChangeAddress()
    do throws(WalletError) {
      let funded = try await fund(intent, changeAddress: changeAddress)
      quotes.remember(funded, for: intent)
      return PaymentQuote(fee: funded.fee)
    } catch .coinsBusy {
      return PaymentQuote(fee: try await fundWithBusyCoins(intent, changeAddress: changeAddress))
    }
  }

  /// Signs the transaction that was quoted, if its coins are still free, and otherwise one from coins that are not
  /// reserved. Checks the signed transaction against the intent.
  package func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    guard let recipient = try await validated(intent.address), recipient.text == intent.address else {
      throw .invalidAddress
    }
    let draft = Draft(intent: intent, recipient: recipient, feeCap: feeCap)
    if let plan = try await quotedPlan(draft) {
      do throws(WalletError) {
        return try await outcome(ofSigning: plan).get()
      } catch .syncing {
        // A coin was spent since the quote, or the daemon is behind. A new choice tells which.
      }
    }
    return try await outcome(ofSigning: chooseAndTake(draft)).get()
  }

  private func outcome(ofSigning plan: Plan) async -> Result<SignedTransaction, WalletError> {
    do throws(WalletError) {
      return .success(try await sign(plan))
    } catch {
      reservations.giveBack(plan.inputs.map(\.coin))
      giveBackChangeAddress(plan.changeAddress)
      return .failure(error)
    }
  }

  /// Returns the plan that was quoted and reserves its coins; `nil` if there is none, or if it is no longer good: its
  /// fee is above the cap, or other payments or the owner have taken its coins or its change address.
  private func quotedPlan(_ draft: Draft) async throws(WalletError) -> Plan? {
    guard let funded = quotes.take(draft.intent), funded.fee <= draft.feeCap else { return nil }
    let plan = try await plan(draft, funded)
    let locked = try await lockedOutpoints()
    guard !plan.inputs.contains(where: locked.contains) else { return nil }
    guard takeChangeAddress(funded.changeAddress) else { return nil }
    if reservations.take(plan.inputs.map(\.coin)) { return plan }
    giveBackChangeAddress(funded.changeAddress)
    return nil
  }

  /// An unsigned transaction whose inputs the daemon has chosen.
  ///
  /// This type, ``Draft`` and ``Plan`` are classes, because Swift 6.3 miscompiles asynchronous functions whose arguments
  /// or results do not fit into registers.
  final class Funded: Sendable {
    let psbt: String
    let fee: Amount
    /// The address that gets the change, if there is any.
    let changeAddress: String

    init(psbt: String, fee: Amount, changeAddress: String) {
      self.psbt = psbt
      self.fee = fee
      self.changeAddress = changeAddress
    }
  }

  /// The input of a preparation.
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
    let changeAddress: String
    let inputs: [Outpoint]
    let inputTotal: Amount

    init(draft: Draft, funded: Funded, inputs: [Outpoint], inputTotal: Amount) {
      self.draft = draft
      psbt = funded.psbt
      fee = funded.fee
      changeAddress = funded.changeAddress
      self.inputs = inputs
      self.inputTotal = inputTotal
    }
  }

  /// Lets the daemon choose coins without locking or recording anything.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only if the daemon repeated it after it was found to be up to date.
  ///   While the daemon is behind it may miss coins of the wallet; that is reported as ``WalletError/syncing``.
  func fund(
    _ intent: PaymentIntent, changeAddress: String, feeFromAmount: Bool = false
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
    let changeAddress: String
    let feeFromAmount: Bool
    /// The coins to spend; if there are none, the daemon chooses.
    let coins: [Outpoint]

    init(
      intent: PaymentIntent, changeAddress: String, feeFromAmount: Bool = false, coins: [Outpoint] = []
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
    options["changeAddress"] = .string(funding.changeAddress)
    if funding.feeFromAmount { options["subtractFeeFromOutputs"] = [0] }
    // Amounts are sent as strings, because the daemon reads those exactly.
    if let rate = configuration.feeRate { options["feeRate"] = .string(rate.text(decimals: currency.decimals)) }
    let output: JSONObject = [intent.address: .string(intent.amount.text(decimals: currency.decimals))]
    let parameters: [JSONValue] = [.array(funding.coins.map(\.json)), .array([.object(output)]), 0, .object(options)]
    switch try await rpc.call("walletcreatefundedpsbt", parameters) {
    case .result(let value):
      return Funded(
        psbt: try value.string("psbt"), fee: try value.member("fee").amount(decimals: currency.decimals),
        changeAddress: funding.changeAddress)
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
    var address = try await nextChangeAddress()
    while !takeChangeAddress(address) { address = try await nextChangeAddress() }
    do throws(WalletError) {
      return try await chooseAndTake(draft, change: address)
    } catch {
      giveBackChangeAddress(address)
      throw error
    }
  }

  private func chooseAndTake(_ draft: Draft, change: String) async throws(WalletError) -> Plan {
    for _ in 0..<4 {
      await reservations.idle()
      let funded = try await fund(draft.intent, changeAddress: change)
      guard funded.fee <= draft.feeCap else { throw .feeAboveCap }
      let plan = try await plan(draft, funded)
      if reservations.take(plan.inputs.map(\.coin)) { return plan }
      try await lockKept()
    }
    throw .unavailable
  }

  /// Reads which coins a funded transaction spends.
  private func plan(_ draft: Draft, _ funded: Funded) async throws(WalletError) -> Plan {
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
