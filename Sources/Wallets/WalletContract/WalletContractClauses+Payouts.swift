import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  /// Returns payments of different amounts to new addresses of the shop.
  private func payout(_ count: Int) async throws -> [PaymentIntent] {
    var payout: [PaymentIntent] = []
    for index in 0..<count {
      let amount = Amount(atomicUnits: amount.atomicUnits + UInt128(index))
      payout.append(PaymentIntent(address: try await world.shop.newAddress(label: "contract"), amount: amount))
    }
    return payout
  }

  /// Prepares a payout as if the ledger had recorded it, without locks in the wallet.
  private func kept(_ payout: [PaymentIntent]) async throws -> [Prepared] {
    let made = try await world.payer.prepare(payout, feeCap: anyFee)
    try require(made.count == payout.count, "a signed transaction for each payment")
    try require(Set(made.map(\.transactionID)).count == 1, "of one transaction")
    world.payer.reservations.keep(try world.payer.coins(of: made[0]))
    return zip(made, payout).map { Prepared(signedTransaction: $0, intent: $1) }
  }

  /// Returns the sum of the fees, of which no two may differ by more than one atomic unit.
  private func shares(of fees: [Amount]) throws -> Amount {
    let units = fees.map(\.atomicUnits)
    try require((units.max() ?? 0) - (units.min() ?? 0) <= 1, "no share differs by more than one unit")
    return Amount(atomicUnits: units.reduce(0, +))
  }

  func paysAllByOneTransaction() async throws {
    let count = min(world.payer.mostRecipients, 15)
    for count in Set([2, count]).sorted() {
      let payments = try await kept(payout(count))
      let before = try await world.payer.balance().whole
      let id = payments[0].signedTransaction.transactionID
      let fee = try shares(of: payments.map(\.signedTransaction.fee))
      try require(fee > .zero, "it has a fee")
      for payment in payments {
        try require(try await received(at: payment.intent.address).isEmpty, "not handed to the network")
      }
      try require(try await commit(payments[0].signedTransaction) == .accepted, "the network takes it")
      let send = try await world.payer.sends(since: nil).sends.first { $0.transactionID == id }
      let outputs = payments.map { SentOutput(address: $0.intent.address, amount: $0.intent.amount) }
      try require(Set(send?.outputs ?? []) == Set(outputs), "the send has all recipients")
      try require(send?.outputs.count == outputs.count, "each once, and no others")
      try require((send?.fee ?? fee) == fee, "and the whole fee")
      let spent = try payments.map(\.intent).total().atomicUnits + fee.atomicUnits
      let after = try await world.payer.balance().whole
      try require(after.atomicUnits + spent == before.atomicUnits, "the amounts and the shares left the wallet")
      try await world.mine(max(1, world.confirmationsToSpend))
      for payment in payments { try await requireOnePayment(payment) }
    }
  }

  func refusesAPayoutAsAWhole() async throws {
    let payer = world.payer
    let good = try await payout(2)
    let before = try await payer.balance()
    let tooMuch = Amount(atomicUnits: before.whole.atomicUnits - good[0].amount.atomicUnits + 1)
    let tooLittle = Amount(atomicUnits: payer.transferAmounts.lowerBound.atomicUnits - 1)
    let violation = WalletError.protocolViolation(code: nil)
    let tooMany = Array(repeating: good[0], count: payer.mostRecipients + 1)
    for (payout, expected) in [
      ([good[0], PaymentIntent(address: good[1].address, amount: tooMuch)], WalletError.insufficientFunds),
      ([good[0], PaymentIntent(address: good[1].address, amount: tooLittle)], .amountTooSmall),
      ([good[0], PaymentIntent(address: world.wrongNetworkAddress, amount: amount)], .invalidAddress),
      ([good[0], PaymentIntent(address: good[0].address, amount: good[1].amount)], violation),
      ([], violation), (tooMany, violation),
    ] {
      try await require(expected) { _ = try await payer.prepare(payout, feeCap: anyFee) }
      try require(payer.reservations.isIdle, "no coin stays reserved")
    }
    let made = try await payer.prepare(good, feeCap: anyFee)
    let most = made.map(\.fee).max() ?? .zero
    try giveBack(made[0])
    let below = Amount(atomicUnits: most.atomicUnits - 1)
    try await require(.feeAboveCap) { _ = try await payer.prepare(good, feeCap: below) }
    try require(payer.reservations.isIdle, "no coin stays reserved")
    try require(try await payer.balance() == before, "and none is locked")
    let again = try await payer.prepare(good, feeCap: most)
    try require(again.allSatisfy { $0.fee <= most }, "the cap itself is allowed")
    try giveBack(again[again.count - 1])
    try require(payer.reservations.isIdle, "each of them names all coins")
  }

  func knowsAPayoutByEachPayment() async throws {
    let payer = world.payer
    let before = try await payer.balance()
    let dropped = try await kept(payout(3)).map(\.signedTransaction)
    let coins = try Set(payer.coins(of: dropped[0]))
    for signedTransaction in dropped {
      try await payer.lock(signedTransaction)
      try require(try Set(payer.coins(of: signedTransaction)) == coins, "the same coins")
    }
    try require(try await payer.balance().locked > before.locked, "locked")
    try await drop(dropped[1])
    try require(try await payer.balance() == before, "one release frees them")
    for coin in coins { try require(!payer.reservations.isTaken(coin), "and no coin stays reserved") }
    try payer.keepAgain(dropped[2])
    for coin in coins { try require(payer.reservations.isTaken(coin), "they are kept for any of them") }
    try giveBack(dropped[0])

    let payments = try await kept(payout(3))
    try await requireAll(payments, .unknown)
    for payment in payments.reversed() { try await requireAccepted(payment.signedTransaction, "while it waits") }
    try await requireAll(payments, .pool)
    try await world.mine(1)
    try await requireAll(payments, .confirmed(1))
    for payment in payments {
      try await requireAccepted(payment.signedTransaction, "in a block")
      try await requireOnePayment(payment)
    }
  }

  private func requireAll(_ payments: [Prepared], _ expected: PaymentLookup, line: Int = #line) async throws {
    for payment in payments {
      let lookup = try await world.payer.lookup(payment.signedTransaction)
      try require(lookup == expected, "\(expected) for each of them, not \(lookup)", line: line)
    }
  }

  func sharesARaisedFee() async throws {
    let payments = try await kept(payout(3))
    let fee = try shares(of: payments.map(\.signedTransaction.fee))
    let id = payments[0].signedTransaction.transactionID
    try require(try await commit(payments[1].signedTransaction) == .accepted, "the network takes it")
    try await world.raiseFee(of: id)
    for confirmations in 0...1 {
      if confirmations > 0 { try await world.mine(1) }
      var replacements: [PaymentReplacement] = []
      for payment in payments {
        guard case .replaced(let other, confirmations, 1) = try await world.payer.lookup(payment.signedTransaction)
        else { throw ContractViolation(description: "each payment is made by the other transaction, once") }
        replacements.append(other)
      }
      let ids = Set(replacements.map(\.transactionID))
      try require(ids.count == 1 && !ids.contains(id), "by one other transaction")
      let raised = try shares(of: replacements.map(\.fee))
      try require(raised > fee, "which costs more")
      let send = try await world.payer.sends(since: nil).sends.first { ids.contains($0.transactionID) }
      try require((send?.fee ?? raised) == raised, "the shares add up to what it costs")
    }
  }

  func marksAllPayments() async throws {
    let mark = "Ab-c_1:0123456789abcdef"
    let payments = try await kept(payout(3))
    let recipients = payments.map(\.intent.address)
    // Another run may mark the transaction again, by any of its payments.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for payment in payments {
        group.addTask { try await self.world.payer.mark(payment.signedTransaction, paying: recipients, as: mark) }
      }
      try await group.waitForAll()
    }
    for recipient in recipients {
      try require(try await world.payer.marks(paying: [recipient]) == [mark], "each recipient has the mark")
    }
    try require(try await commit(payments[0].signedTransaction) == .accepted, "the network takes it")
    for blocks in 0...1 {
      if blocks > 0 { try await world.mine(blocks) }
      let sends = try await world.payer.sends(since: nil).sends
        .filter { $0.transactionID == payments[0].signedTransaction.transactionID }
      try require(sends.count == 1 && sends[0].marks == [mark], "the send has the mark, once")
    }
  }

  func findsEachPaymentOfASend() async throws {
    let payments = try await kept(payout(3))
    let id = payments[0].signedTransaction.transactionID
    let fee = try shares(of: payments.map(\.signedTransaction.fee))
    try require(try await commit(payments[0].signedTransaction) == .accepted, "the network takes it")
    // The orders ask for them in another order than the transaction makes them.
    let intents = payments.map(\.intent).reversed()
    var found: [SignedTransaction] = []
    for (index, intent) in intents.enumerated() {
      found.append(try await world.payer.signedTransaction(ofSend: id, paying: intent, at: index))
    }
    try require(found.allSatisfy { $0.transactionID == id }, "the same transaction")
    try require(try shares(of: found.map(\.fee)) == fee, "the shares add up to what it costs")
    guard world.lacks[.raisingFees] == nil else { return }
    try await world.raiseFee(of: id)
    var raised: [Amount] = []
    for signedTransaction in found {
      guard case .replaced(let other, _, 1) = try await world.payer.lookup(signedTransaction) else {
        throw ContractViolation(description: "each payment is made by the other transaction, once")
      }
      raised.append(other.fee)
    }
    try require(try shares(of: raised) > fee, "and so do the shares of a higher fee")
  }
}
