import BitcoinWallet
import JSON
package import PaymentsModel
import Synchronization
package import WalletBackend

extension ElectrumWallet {
  /// A transaction that is not signed, whose coins Electrum has chosen.
  ///
  /// A class because of the compiler's fault with large values.
  final class Draft: Sendable {
    let psbt: String
    let inputs: [Outpoint]
    let outputs: [DraftOutput]
    let fee: Amount

    init(psbt: String, inputs: [Outpoint], outputs: [DraftOutput], fee: Amount) {
      self.psbt = psbt
      self.inputs = inputs
      self.outputs = outputs
      self.fee = fee
    }

    var coins: [CoinID] { inputs.map(\.coin) }

    /// The sum of the outputs.
    func total() throws(WalletError) -> Amount {
      var total = Amount.zero
      for output in outputs { total = try total.plus(output.paid.amount) }
      return total
    }
  }

  /// What a transaction is to pay.
  enum Purpose: Sendable {
    case payout([PaymentIntent])
    /// All coins to one address.
    case everything(to: String)
  }

  /// Returns the fee of the transaction that the wallet would make now, or will make once reserved coins are free again. The
  /// transaction is remembered for ``prepare(_:feeCap:)``.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    try await checkRecipients([intent])
    let coins = try await coins()
    do throws(WalletError) {
      let draft = try await choose([intent], among: coins)
      quotes.remember(draft, for: intent)
      return PaymentQuote(fee: draft.fee)
    } catch .coinsBusy {
      return PaymentQuote(fee: try await estimate(intent, from: coins))
    }
  }

  /// Signs the transaction that was quoted, if its coins are still free, and otherwise one from coins that are not reserved.
  /// Checks the signed transaction against the payments.
  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    try check(payout)
    try await checkRecipients(payout)
    let draft = try await chooseAndTake(payout, feeCap: feeCap)
    do throws(WalletError) {
      return try await sign(draft, payout)
    } catch {
      reservations.giveBack(draft.coins)
      throw error
    }
  }

  private func checkRecipients(_ payout: [PaymentIntent]) async throws(WalletError) {
    for intent in payout {
      guard try await checkAddress(intent.address) == .valid(intent.address) else { throw .invalidAddress }
      guard intent.amount >= configuration.family.dust else { throw .amountTooSmall }
    }
  }

  private func chooseAndTake(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> Draft {
    await choosing.enter()
    defer { choosing.leave() }
    let quoted = payout.compactMap(quotes.take)
    if payout.count == 1, let draft = quoted.first, draft.fee <= feeCap {
      // They could be spent when they were chosen. Somebody may have spent or frozen them since, and the network may have lost
      // what they come from.
      let unspent = Set(try await unspent().filter { !$0.isFrozen && !$0.isLocal }.map(\.outpoint))
      if draft.inputs.allSatisfy(unspent.contains), reservations.take(draft.coins) { return draft }
    }
    let draft = try await choose(payout, among: coins())
    guard payout.largestShare(of: draft.fee) <= feeCap else { throw .feeAboveCap }
    // Only payments that were built before reserve coins meanwhile, since others wait at the gate.
    guard reservations.take(draft.coins) else { throw .coinsBusy }
    return draft
  }

  /// Lets Electrum choose among the coins that are free and not reserved.
  ///
  /// - Throws: ``WalletError/insufficientFunds`` only if they are too few also after the wallet was found to be up to date.
  private func choose(_ payout: [PaymentIntent], among coins: [Coin]) async throws(WalletError) -> Draft {
    do throws(WalletError) { return try await chooseOnce(payout, among: coins) } catch .insufficientFunds {}
    _ = try await settledTip()
    return try await chooseOnce(payout, among: self.coins())
  }

  private func chooseOnce(_ payout: [PaymentIntent], among coins: [Coin]) async throws(WalletError) -> Draft {
    let wanted = try payout.total()
    let free = coins.filter { $0.state == .free && !reservations.isTaken($0.outpoint.coin) }
    if try Self.sum(free) > wanted, let draft = try await draft(.payout(payout), from: free) { return draft }
    // What the wallet has may be reserved or wait for a block.
    throw try Self.sum(coins) > wanted && coins.count > free.count ? .coinsBusy : .insufficientFunds
  }

  private static func sum(_ coins: [Coin]) throws(WalletError) -> Amount {
    var sum = Amount.zero
    for coin in coins { sum = try sum.plus(coin.amount) }
    return sum
  }

  /// Has Electrum make a transaction from some of these coins, without keeping it.
  ///
  /// - Parameter fee: the whole fee; `nil` for one that fits to the size.
  /// - Returns: `nil` if the coins are not enough for the amounts and the fee.
  /// - Throws: ``WalletError/protocolViolation(code:)`` if Electrum made another transaction, as where it adds payments to one
  ///   that waits for a block (`batch_rbf`).
  func draft(_ purpose: Purpose, from coins: [Coin], fee: Amount? = nil) async throws(WalletError) -> Draft? {
    let reply = try await rpc.call("paytomany", parameters(purpose, from: coins, fee: fee))
    guard case .result(let value) = reply, let psbt = value.stringValue else {
      guard case .payout(let payout) = purpose else { return nil }
      // Errors are prose. What all of the coins can pay tells whether they are too few.
      let all = try await draft(.everything(to: firstAddress()), from: coins)
      if let all, try all.total() < payout.total() { return nil }
      return try await refused()
    }
    let read = try await rpc.result("deserialize", ["tx": .string(psbt)])
    var spent: [Coin] = []
    for input in try read.member("inputs").elements() {
      let outpoint = try Outpoint(electrum: input)
      guard let coin = coins.first(where: { $0.outpoint == outpoint }) else { throw .protocolViolation(code: nil) }
      spent.append(coin)
    }
    var outputs: [DraftOutput] = []
    for output in try read.member("outputs").elements() { outputs.append(try DraftOutput(output)) }
    let inputs = spent.map(\.outpoint)
    var made = Draft(psbt: psbt, inputs: inputs, outputs: outputs, fee: .zero)
    guard !spent.isEmpty, let paid = try Self.sum(spent).subtracting(made.total()) else {
      throw .protocolViolation(code: nil)
    }
    made = Draft(psbt: psbt, inputs: inputs, outputs: outputs, fee: paid)
    // Nodes refuse change below the dust limit, and Electrum has another one than those of some currencies. It goes to the
    // miner then.
    guard case .payout(let payout) = purpose, fee == nil, outputs.count > payout.count,
      outputs.contains(where: { $0.paid.amount < configuration.family.dust })
    else { return made }
    guard let rest = try Self.sum(spent).subtracting(payout.total()) else { throw .protocolViolation(code: nil) }
    return try await draft(purpose, from: spent, fee: rest)
  }

  /// Tells why Electrum makes no transaction although there are coins.
  private func refused() async throws(WalletError) -> Draft? {
    _ = try await settledTip()
    if await status() == .locked { throw .locked }
    if configuration.feeRate == nil, try await toldFeeRate() == nil {
      // Its server has not told of fees yet.
      throw .syncing
    }
    return nil
  }

  private func parameters(_ purpose: Purpose, from coins: [Coin], fee: Amount?) -> JSONObject {
    let outputs: [JSONValue] =
      switch purpose {
      case .payout(let payout):
        payout.map { [.string($0.address), .string($0.amount.text(decimals: currency.decimals))] }
      case .everything(let address): [[.string(address), "!"]]
      }
    var parameters: JSONObject = [
      "outputs": .array(outputs), "unsigned": true, "rbf": true,
      "from_coins": .string(coins.map(\.outpoint.coin.rawValue).joined(separator: ",")),
      // Nothing is signed with it; without one Electrum refuses to choose coins of a wallet that has a password,
      // and since 4.6 with another one.
      "password": .string(configuration.walletPassword ?? ""),
    ]
    if let fee {
      parameters["fee"] = .string(fee.text(decimals: currency.decimals))
    } else if let rate = configuration.feeRate, let number = JSONNumber(rate.text(decimals: 3)) {
      // Electrum takes atomic units per virtual byte.
      parameters["feerate"] = .number(number)
    }
    return rpc.forWallet(parameters)
  }

  /// Returns the fee that Electrum would pay, in atomic units for each thousand virtual bytes; `nil` if it does not know one yet.
  private func toldFeeRate() async throws(WalletError) -> UInt64? {
    let told = try await rpc.result("getfeerate")
    // Since 4.8 it is one of several things that are told of it.
    return (told["sat/kvB"] ?? told).integerValue(as: UInt64.self)
  }

  /// Returns the fee of a payment that spends coins which are not free now, from the size of such a transaction.
  private func estimate(_ intent: PaymentIntent, from coins: [Coin]) async throws(WalletError) -> Amount {
    let rate: UInt128
    if let configured = configuration.feeRate {
      rate = configured.atomicUnits
    } else {
      guard let told = try await toldFeeRate() else { throw .coinsBusy }
      rate = UInt128(told)
    }
    var total = Amount.zero
    var size: UInt128 = 11 + 2 * 43
    for coin in coins.sorted(by: { $0.amount > $1.amount }) {
      total = try total.plus(coin.amount)
      size += 68
      let fee = Amount(atomicUnits: size * rate / 1000 + 1)
      if try total >= intent.amount.plus(fee) { return fee }
    }
    throw .insufficientFunds
  }

  private static let mostUnsent = 1_000

  private func sign(_ draft: Draft, _ payout: [PaymentIntent]) async throws(WalletError) -> [SignedTransaction] {
    var parameters: JSONObject = ["tx": .string(draft.psbt)]
    if let password = configuration.walletPassword { parameters["password"] = .string(password) }
    guard case .result(let value) = try await rpc.call("signtransaction", rpc.forWallet(parameters)),
      let hex = value.stringValue, !hex.isEmpty, JSONValue.isHexadecimal(hex)
    else {
      sight.withLock { $0.signing = nil }
      throw await status() == .locked ? .locked : .protocolViolation(code: nil)
    }
    let signed = try RawTransaction(hex: hex)
    let paid = try await verify(signed, of: draft, paying: payout)
    unsent.withLock { unsent in
      // Those that were never handed over are only looked up once more.
      if unsent.count >= Self.mostUnsent { unsent = [] }
      unsent.insert(signed.transactionID)
    }
    return PayoutPlace.all(of: payout).map { place in
      BitcoinTransactionBlob(
        transactionID: signed.transactionID, hex: hex, inputs: signed.inputs, payout: paid, place: place
      )
      .signedTransaction(fee: place.share(of: draft.fee))
    }
  }

  /// Checks that the signed transaction spends the chosen coins and no others, pays each recipient once and exactly, sends
  /// the rest to the wallet itself, and has the fee of the draft. Returns the outputs that make the payments.
  private func verify(
    _ signed: RawTransaction, of draft: Draft, paying payout: [PaymentIntent]
  ) async throws(WalletError) -> [PaidOutput] {
    guard signed.isSigned, signed.inputs.count == draft.inputs.count, Set(signed.inputs) == Set(draft.inputs),
      signed.outputs == draft.outputs.map(\.paid)
    else { throw .protocolViolation(code: nil) }
    var rest = draft.outputs
    var paid: [PaidOutput] = []
    for intent in payout {
      guard let index = rest.firstIndex(where: { $0.address == intent.address && $0.paid.amount == intent.amount })
      else {
        throw .protocolViolation(code: nil)
      }
      paid.append(rest.remove(at: index).paid)
    }
    for change in rest {
      guard let address = change.address, try await own(among: [address]).contains(address) else {
        throw .protocolViolation(code: nil)
      }
    }
    return paid
  }
}
