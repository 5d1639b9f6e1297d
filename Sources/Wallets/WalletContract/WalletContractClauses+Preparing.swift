import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func quotesWithoutSideEffects() async throws {
    let intent = try await intent()
    let before = try await world.payer.balance()
    let first = try await world.payer.quote(intent)
    let second = try await world.payer.quote(intent)
    try require(first.fee > .zero && first.fee < intent.amount, "a plausible fee")
    try require(first == second, "and the same one again")
    try require(try await world.payer.balance() == before, "nothing is locked")
    let most = try await world.payer.largestPayment()
    try require(most > intent.amount && most < before.available, "what can be paid at most")
    try require(world.payer.transferAmounts.lowerBound > .zero, "and at least")
    try require(try await world.payer.balance() == before, "nothing is locked by that")
    let whole = try await world.payer.prepare(
      PaymentIntent(address: intent.address, amount: most), feeCap: before.available)
    try require(try await commit(whole) == .accepted, "the maximum can be paid")
  }

  func refusesWhatCannotBePaid() async throws {
    let good = try await intent()
    let before = try await world.payer.balance()
    let tooMuch = Amount(atomicUnits: before.whole.atomicUnits + 1)
    let absurd = Amount(atomicUnits: .max / 4)
    for (address, amount, expected) in [
      (good.address, tooMuch, WalletError.insufficientFunds), (good.address, absurd, .insufficientFunds),
      (good.address, .zero, .amountTooSmall),
      (world.wrongNetworkAddress, good.amount, .invalidAddress), ("nonsense", good.amount, .invalidAddress),
      (good.address.dropLast() + "", good.amount, .invalidAddress),
    ] {
      let intent = PaymentIntent(address: address, amount: amount)
      try await require(expected) { _ = try await world.payer.quote(intent) }
      try await require(expected) { _ = try await world.payer.prepare(intent, feeCap: anyFee) }
    }
    let least = world.payer.transferAmounts.lowerBound
    let tooLittle = PaymentIntent(address: good.address, amount: Amount(atomicUnits: least.atomicUnits - 1))
    try await require(.amountTooSmall) { _ = try await world.payer.quote(tooLittle) }
    try await require(.amountTooSmall) { _ = try await world.payer.prepare(tooLittle, feeCap: anyFee) }
    try require(try await world.payer.balance() == before, "nothing is locked")
    let little = try await world.payer.prepare(PaymentIntent(address: good.address, amount: least), feeCap: anyFee)
    try require(try await commit(little) == .accepted, "the minimum can be paid")
  }

  func refusesWhatIsSetAside() async throws {
    let intent = try await intent()
    let before = try await world.payer.balance()
    var held: [SignedTransaction] = []
    // Several payments are necessary if one transaction cannot spend all coins.
    while held.count < 8 {
      let most = try await world.payer.largestPayment()
      guard most >= intent.amount else { break }
      let all = PaymentIntent(address: intent.address, amount: most)
      held.append(try await prepared(all, feeCap: before.available).signedTransaction)
    }
    try require(!held.isEmpty, "the maximum can be prepared")
    let all = try await world.payer.balance()
    try require(all.available < intent.amount, "nothing is left")
    // The wallet has the money, so the payment may be ordered, but it cannot be made now.
    do {
      _ = try await world.payer.quote(intent)
    } catch WalletError.coinsBusy {}
    try await require(.coinsBusy) { _ = try await world.payer.prepare(intent, feeCap: anyFee) }
    let tooMuch = PaymentIntent(address: intent.address, amount: Amount(atomicUnits: before.whole.atomicUnits + 1))
    try await require(.insufficientFunds) { _ = try await world.payer.quote(tooMuch) }
    try await require(.insufficientFunds) { _ = try await world.payer.prepare(tooMuch, feeCap: anyFee) }
    try require(try await world.payer.balance() == all, "nothing else is locked")
    for signedTransaction in held { try await drop(signedTransaction) }
    try require(try await world.payer.balance() == before, "all is there again")
    _ = try await world.payer.quote(intent)
  }

  func honoursTheFeeCap() async throws {
    let intent = try await intent()
    let before = try await world.payer.balance()
    let fee = try await world.payer.quote(intent).fee
    let below = Amount(atomicUnits: fee.atomicUnits - 1)
    try await require(.feeAboveCap) { _ = try await world.payer.prepare(intent, feeCap: below) }
    try require(try await world.payer.balance() == before, "nothing is locked")
    let signedTransaction = try await world.payer.prepare(intent, feeCap: fee)
    try require(signedTransaction.fee == fee, "the cap itself is allowed")
  }

  func preparesWithDifferentInputs() async throws {
    let first = try await kept(intent())
    let second = try await kept(intent())
    try require(first.signedTransaction.transactionID != second.signedTransaction.transactionID, "two transactions")
    try require(try await received(at: first.intent.address).isEmpty, "not handed to the network")
    try require(try await world.payer.lookup(first.signedTransaction) == .unknown, "by anybody")
    try require(try await commit(second.signedTransaction) == .accepted, "the second can be committed")
    try require(try await commit(first.signedTransaction) == .accepted, "and the first")
    try await world.mine(1)
    try await requireOnePayment(first)
    try await requireOnePayment(second)
  }

  func preparesWithoutSideEffects() async throws {
    let intent = try await intent()
    let before = try await world.payer.balance()
    let signedTransaction = try await world.payer.prepare(intent, feeCap: anyFee)
    let coins = try world.payer.coins(of: signedTransaction)
    try require(!coins.isEmpty && coins.allSatisfy(world.payer.reservations.isTaken), "its coins are taken")
    try require(try await world.payer.balance() == before, "and nothing is locked before the ledger has it")
    try giveBack(signedTransaction)
    let again = try await world.payer.prepare(intent, feeCap: anyFee)
    try require(try await commit(again) == .accepted, "given back, they can be paid with")
  }

  func preparesConcurrently() async throws {
    let all = try await withThrowingTaskGroup(of: Prepared.self) { group in
      for _ in 0..<5 {
        group.addTask { try await self.prepared() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
      for payment in all + all {
        group.addTask { try await self.commit(payment.signedTransaction) }
      }
      for try await outcome in group { try require(outcome == .accepted, "each can be committed") }
    }
    try await world.mine(1)
    for payment in all { try await requireOnePayment(payment) }
  }

  func freesReleasedInputs() async throws {
    let before = try await world.payer.balance()
    let signedTransaction = try await prepared().signedTransaction
    let held = try await world.payer.balance()
    try require(held.locked > before.locked && held.available < before.available, "locked")
    try await world.payer.release(signedTransaction)
    try require(try await world.payer.balance() == before, "free again")
    try await world.payer.release(signedTransaction)
    try await world.payer.lock(signedTransaction)
    try await world.payer.lock(signedTransaction)
    try require(try await world.payer.balance() == held, "locked again")
    try await drop(signedTransaction)
    let most = try await world.payer.largestPayment()
    _ = try await world.payer.prepare(
      PaymentIntent(address: try await intent().address, amount: most), feeCap: before.available)
  }
}

extension WalletBalance {
  /// The whole balance, including what cannot be spent yet. Only an amount above it is certainly not available.
  var whole: Amount {
    Amount(atomicUnits: available.atomicUnits + pending.atomicUnits + locked.atomicUnits)
  }
}
