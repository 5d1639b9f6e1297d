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
    let range = try await world.payer.amountRange()
    try require(range.payMaximum > intent.amount && range.payMaximum < before.available, "what can be paid at most")
    try require(range.payMinimum > .zero && range.receiveMinimum > .zero, "and at least")
    try require(try await world.payer.balance() == before, "nothing is locked by that")
    let whole = try await world.payer.prepare(
      PaymentIntent(address: intent.address, amount: range.payMaximum), feeCap: before.available)
    try require(try await world.payer.commit(whole) == .accepted, "the maximum can be paid")
  }

  func refusesWhatCannotBePaid() async throws {
    let good = try await intent()
    let before = try await world.payer.balance()
    let tooMuch = Amount(atomicUnits: before.available.atomicUnits + 1)
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
    try require(try await world.payer.balance() == before, "nothing is locked")
  }

  func honoursTheFeeCap() async throws {
    let intent = try await intent()
    let before = try await world.payer.balance()
    let fee = try await world.payer.quote(intent).fee
    let below = Amount(atomicUnits: fee.atomicUnits - 1)
    try await require(.feeAboveCap) { _ = try await world.payer.prepare(intent, feeCap: below) }
    try require(try await world.payer.balance() == before, "nothing is locked")
    let artefact = try await world.payer.prepare(intent, feeCap: fee)
    try require(artefact.fee == fee, "the cap itself is allowed")
  }

  func preparesWithDifferentInputs() async throws {
    let (first, firstIntent) = try await prepared()
    let (second, secondIntent) = try await prepared()
    try require(first.transactionID != second.transactionID, "two transactions")
    try require(try await received(at: firstIntent.address).isEmpty, "not handed to the network")
    try require(try await world.payer.lookup(first) == .unknown, "by anybody")
    try require(try await world.payer.balance().locked > .zero, "with locked inputs")
    try require(try await world.payer.commit(second) == .accepted, "the second can be committed")
    try require(try await world.payer.commit(first) == .accepted, "and the first")
    try await world.mine(1)
    try await requireOnePayment(firstIntent, first)
    try await requireOnePayment(secondIntent, second)
  }

  func preparesConcurrently() async throws {
    let all = try await withThrowingTaskGroup(of: (PaymentArtefact, PaymentIntent).self) { group in
      for _ in 0..<5 {
        group.addTask { try await prepared() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
      for (artefact, _) in all + all {
        group.addTask { try await world.payer.commit(artefact) }
      }
      for try await outcome in group { try require(outcome == .accepted, "each can be committed") }
    }
    try await world.mine(1)
    for (artefact, intent) in all { try await requireOnePayment(intent, artefact) }
  }

  func freesReleasedInputs() async throws {
    let before = try await world.payer.balance()
    let (artefact, _) = try await prepared()
    let held = try await world.payer.balance()
    try require(held.locked > before.locked && held.available < before.available, "locked")
    try await world.payer.release(artefact)
    try require(try await world.payer.balance() == before, "free again")
    try await world.payer.release(artefact)
    try await world.payer.lock(artefact)
    try await world.payer.lock(artefact)
    try require(try await world.payer.balance() == held, "locked again")
    try await world.payer.release(artefact)
    let range = try await world.payer.amountRange()
    _ = try await world.payer.prepare(
      PaymentIntent(address: try await intent().address, amount: range.payMaximum), feeCap: before.available)
  }
}
