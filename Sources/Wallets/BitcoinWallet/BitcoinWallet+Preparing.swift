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
      let funded = try await fund([intent], changeAddress: changeAddress)
      quotes.remember(funded, for: intent)
      return PaymentQuote(fee: funded.fee)
    } catch .coinsBusy {
      return PaymentQuote(fee: try await fundWithBusyCoins(intent, changeAddress: changeAddress))
    }
  }

  /// Signs the transaction that was quoted, if its coins are still free, and otherwise one from coins that are not
  /// reserved. Checks the signed transaction against the payments. Quotes are for one payment each, so coins are always
  /// chosen anew for several.
  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    try check(payout)
    var recipients: [ValidatedAddress] = []
    for intent in payout {
      guard let recipient = try await validated(intent.address), recipient.text == intent.address else {
        throw .invalidAddress
      }
      recipients.append(recipient)
    }
    let draft = Draft(payout: payout, recipients: recipients, feeCap: feeCap)
    if let plan = try await quotedPlan(draft) {
      do throws(WalletError) {
        return try await outcome(ofSigning: plan).get()
      } catch .syncing {
        // A coin was spent since the quote, or the daemon is behind. A new choice tells which.
      }
    }
    return try await outcome(ofSigning: chooseAndTake(draft)).get()
  }

  private func outcome(ofSigning plan: Plan) async -> Result<[SignedTransaction], WalletError> {
    do throws(WalletError) {
      return .success(try await sign(plan))
    } catch {
      reservations.giveBack(plan.coins)
      giveBackChangeAddress(plan.funded.changeAddress)
      return .failure(error)
    }
  }

  /// Returns the plan that was quoted and reserves its coins; `nil` if there is none, or if it is no longer good: its
  /// fee is above the cap, or other payments or the owner have taken its coins or its change address.
  private func quotedPlan(_ draft: Draft) async throws(WalletError) -> Plan? {
    let quoted = draft.payout.compactMap(quotes.take)
    guard draft.payout.count == 1, let funded = quoted.first, funded.fee <= draft.feeCap else { return nil }
    let plan = Plan(draft: draft, funded: funded)
    let locked = try await lockedOutpoints()
    guard !funded.inputs.contains(where: locked.contains) else { return nil }
    guard takeChangeAddress(funded.changeAddress) else { return nil }
    if reservations.take(plan.coins) { return plan }
    giveBackChangeAddress(funded.changeAddress)
    return nil
  }

  /// An unsigned transaction whose inputs the daemon has chosen.
  ///
  /// This type, ``Draft`` and ``Plan`` are classes because of the compiler's fault with large values.
  final class Funded: Sendable {
    let psbt: String
    let fee: Amount
    /// The address that gets the change, if there is any.
    let changeAddress: String
    let inputs: [Outpoint]
    let inputTotal: Amount
    /// The amounts of the outputs, in the order of the transaction.
    let outputs: [Amount]

    init(psbt: String, fee: Amount, changeAddress: String, inputs: [Outpoint], inputTotal: Amount, outputs: [Amount]) {
      self.psbt = psbt
      self.fee = fee
      self.changeAddress = changeAddress
      self.inputs = inputs
      self.inputTotal = inputTotal
      self.outputs = outputs
    }

    /// Whether the transaction is whole: it spends coins, and has an output of the amount of each payment or, where the
    /// fee is taken from the amount, the announced fee. A daemon that has counted on coins in extension blocks answers
    /// one that is not.
    func makes(_ funding: Funding) -> Bool {
      guard !inputs.isEmpty else { return false }
      if funding.feeFromAmount { return outputs.reduce(inputTotal as Amount?) { $0?.subtracting($1) } == fee }
      var left = outputs
      for intent in funding.payout {
        guard let index = left.firstIndex(of: intent.amount) else { return false }
        left.remove(at: index)
      }
      return true
    }
  }

  /// The input of a preparation.
  private final class Draft: Sendable {
    let payout: [PaymentIntent]
    /// The recipients of the payments, in the same order.
    let recipients: [ValidatedAddress]
    let feeCap: Amount

    init(payout: [PaymentIntent], recipients: [ValidatedAddress], feeCap: Amount) {
      self.payout = payout
      self.recipients = recipients
      self.feeCap = feeCap
    }

    /// The outputs that make the payments, in the same order.
    var outputs: [PaidOutput] {
      zip(recipients, payout).map { PaidOutput(script: $0.script, amount: $1.amount) }
    }
  }

  /// A funded transaction and the draft that it is for.
  private final class Plan: Sendable {
    let draft: Draft
    let funded: Funded

    init(draft: Draft, funded: Funded) {
      self.draft = draft
      self.funded = funded
    }

    var coins: [CoinID] { funded.inputs.map(\.coin) }
  }

  /// Lets the daemon choose coins without locking or recording anything.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only if the daemon repeated it after it was found to be up to date.
  ///   While the daemon is behind it may miss coins of the wallet; that is reported as ``WalletError/syncing``.
  func fund(
    _ payout: [PaymentIntent], changeAddress: String, feeFromAmount: Bool = false
  ) async throws(WalletError) -> Funded {
    let funding = Funding(payout: payout, changeAddress: changeAddress, feeFromAmount: feeFromAmount)
    do throws(WalletError) {
      return try await fundOnce(funding)
    } catch .insufficientFunds {
      if try await isBehind() { throw .syncing }
    }
    do throws(WalletError) {
      return try await fundOnce(funding)
    } catch .insufficientFunds {
      throw try await lackOfFunds(payout)
    }
  }

  /// The purpose of a choice of coins. It is a class for the same reason as ``Draft``.
  final class Funding: Sendable {
    let payout: [PaymentIntent]
    let changeAddress: String
    /// Whether the fee is taken from the first amount.
    let feeFromAmount: Bool
    /// The coins to spend; if there are none, the daemon chooses.
    let coins: [Outpoint]

    init(
      payout: [PaymentIntent], changeAddress: String, feeFromAmount: Bool = false, coins: [Outpoint] = []
    ) {
      self.payout = payout
      self.changeAddress = changeAddress
      self.feeFromAmount = feeFromAmount
      self.coins = coins
    }
  }

  /// Lets the daemon choose coins once. If it counted on coins in extension blocks, from which such a transaction cannot
  /// pay, ordinary ones are chosen for it.
  func fundOnce(_ funding: Funding) async throws(WalletError) -> Funded {
    let funded = try await chosen(funding)
    if funded.makes(funding) { return funded }
    // What was given is not enough.
    guard funding.coins.isEmpty else { throw .insufficientFunds }
    return try await fund(funding, from: freeCoins())
  }

  /// Has the daemon make a transaction of as few of these coins as are enough.
  func fund(_ funding: Funding, from coins: [Coin]) async throws(WalletError) -> Funded {
    let wanted = try funding.payout.total()
    var taken: [Outpoint] = []
    var total = Amount.zero
    for coin in coins.sorted(by: { $0.amount > $1.amount }) {
      taken.append(coin.outpoint)
      total = try total.plus(coin.amount)
      guard funding.feeFromAmount ? total >= wanted : total > wanted else { continue }
      do throws(WalletError) {
        return try await fundOnce(
          Funding(
            payout: funding.payout, changeAddress: funding.changeAddress, feeFromAmount: funding.feeFromAmount,
            coins: taken))
      } catch .insufficientFunds {
        // The last coin is worth less than its fee, so one more is added.
        continue
      }
    }
    throw .insufficientFunds
  }

  private func chosen(_ funding: Funding) async throws(WalletError) -> Funded {
    guard funding.payout.allSatisfy({ $0.amount >= configuration.family.dust }) else { throw .amountTooSmall }
    var options = JSONObject()
    options["lockUnspents"] = false
    options["changeAddress"] = .string(funding.changeAddress)
    if funding.feeFromAmount { options["subtractFeeFromOutputs"] = [0] }
    // Amounts are sent as strings, because the daemon reads those exactly.
    if let rate = configuration.feeRate { options["feeRate"] = .string(rate.text(decimals: currency.decimals)) }
    let outputs = funding.payout.map { intent in
      JSONValue.object([intent.address: .string(intent.amount.text(decimals: currency.decimals))])
    }
    let parameters: [JSONValue] = [.array(funding.coins.map(\.json)), .array(outputs), 0, .object(options)]
    switch try await rpc.call("walletcreatefundedpsbt", parameters) {
    case .result(let value):
      return try await funded(
        value.string("psbt"), fee: value.member("fee").amount(decimals: currency.decimals),
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
      let funded = try await fund(draft.payout, changeAddress: change)
      guard draft.payout.largestShare(of: funded.fee) <= draft.feeCap else { throw .feeAboveCap }
      let plan = Plan(draft: draft, funded: funded)
      if reservations.take(plan.coins) { return plan }
      try await lockKept()
    }
    throw .unavailable
  }

  /// Reads which coins a funded transaction spends, and what it pays.
  private func funded(_ psbt: String, fee: Amount, changeAddress: String) async throws(WalletError) -> Funded {
    let decoded = try await rpc.result("decodepsbt", [.string(psbt)], on: .node)
    let sources = try decoded.member("inputs").elements()
    let transaction = try decoded.member("tx")
    let spent = try transaction.member("vin").elements()
    guard spent.count == sources.count else { throw .protocolViolation(code: nil) }
    var inputs: [Outpoint] = []
    var total = Amount.zero
    for (input, source) in zip(spent, sources) {
      let outpoint = try Outpoint(input)
      inputs.append(outpoint)
      total = try total.plus(value(of: outpoint, source))
    }
    var outputs: [Amount] = []
    for output in try transaction.member("vout").elements() {
      outputs.append(try output.member("value").amount(decimals: currency.decimals))
    }
    return Funded(
      psbt: psbt, fee: fee, changeAddress: changeAddress, inputs: inputs, inputTotal: total, outputs: outputs)
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

  private func sign(_ plan: Plan) async throws(WalletError) -> [SignedTransaction] {
    let hex = try await signed(plan.funded.psbt)
    let transaction = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    try verify(transaction, plan)
    try await requireAcceptable(hex)
    let id = try transaction.member("txid").hash()
    let payout = plan.draft.outputs
    return PayoutPlace.all(of: plan.draft.payout).map { place in
      BitcoinTransactionBlob(transactionID: id, hex: hex, inputs: plan.funded.inputs, payout: payout, place: place)
        .signedTransaction(fee: place.share(of: plan.funded.fee))
    }
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

  /// Checks that the signed transaction spends the chosen coins and no others, pays each recipient once and exactly,
  /// sends the rest to the change address in at most one output, and has the announced fee.
  private func verify(_ transaction: JSONValue, _ plan: Plan) throws(WalletError) {
    var inputs: Set<Outpoint> = []
    for input in try transaction.member("vin").elements() {
      inputs.insert(try Outpoint(input))
      guard Self.isSigned(input) else { throw .protocolViolation(code: nil) }
    }
    var total = Amount.zero
    var due = plan.draft.outputs
    var change = 0
    for output in try transaction.member("vout").elements() {
      let value = try output.member("value").amount(decimals: currency.decimals)
      total = try total.plus(value)
      let target = try output.member("scriptPubKey")
      let paid = PaidOutput(script: try target.string("hex"), amount: value)
      if let index = due.firstIndex(of: paid) {
        due.remove(at: index)
        continue
      }
      // Bitcoin Core before version 22 returns a list.
      let address = target["address"]?.stringValue ?? target["addresses"]?[0]?.stringValue
      guard address == plan.funded.changeAddress else { throw .protocolViolation(code: nil) }
      change += 1
    }
    let funded = plan.funded
    guard inputs == Set(funded.inputs), due.isEmpty, change <= 1, funded.inputTotal.subtracting(total) == funded.fee
    else {
      throw .protocolViolation(code: nil)
    }
  }
}
