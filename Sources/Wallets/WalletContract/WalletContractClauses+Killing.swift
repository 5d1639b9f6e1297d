import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func locksAgainAfterARestart() async throws {
    let before = try await world.payer.balance().locked
    let held = try await prepared()
    let lockedBefore = try await world.payer.balance().locked
    try require(lockedBefore > before, "locked")
    try await kill()
    try await world.payer.lock(held.signedTransaction)
    try require(try await world.payer.balance().locked == lockedBefore, "locked again")
    var all = [held]
    for _ in 0..<3 { all.append(try await prepared()) }
    for payment in all.reversed() {
      try require(try await commit(payment.signedTransaction) == .accepted, "different inputs")
    }
    try await world.mine(1)
    for payment in all { try await requireOnePayment(payment) }
  }

  func sparesCoinsWhoseLocksWereLost() async throws {
    var all: [Prepared] = []
    for _ in 0..<3 { all.append(try await prepared()) }
    try await kill()
    // This imitates a restart of the provider, which reads the open payments from its ledger.
    for payment in all {
      try giveBack(payment.signedTransaction)
      try world.payer.keepAgain(payment.signedTransaction)
    }
    for _ in 0..<3 { all.append(try await kept(intent())) }
    for payment in all.reversed() {
      try require(try await commit(payment.signedTransaction) == .accepted, "different inputs")
    }
    try await world.mine(1)
    for payment in all { try await requireOnePayment(payment) }
  }

  func paysOnceWhenKilledBetweenSteps() async throws {
    let before = try await world.payer.balance().locked
    let payment = try await prepared()
    let signedTransaction = payment.signedTransaction
    let dropped = try await prepared()
    try await drop(dropped.signedTransaction)
    try require(try await world.payer.lookup(signedTransaction) == .unknown, "nobody knows it")
    try await kill()
    try await world.payer.release(dropped.signedTransaction)
    try await world.payer.lock(signedTransaction)
    try require(try await world.payer.lookup(signedTransaction) == .unknown, "nobody knows it yet")
    try require(try await commit(signedTransaction) == .accepted, "accepted")
    try await kill()
    let lookup = try await world.payer.lookup(signedTransaction)
    try require(lookup == .pool || lookup == .unknown, "known or forgotten, not lost")
    try await requireAccepted(signedTransaction, "the same one again")
    try await world.mine(1)
    try await kill()
    try require(try await world.payer.lookup(signedTransaction) == .confirmed(1), "in a block")
    try await requireAccepted(signedTransaction, "the same one again")
    try await requireOnePayment(payment)
    try require(try await received(at: dropped.intent.address).isEmpty, "what was released was not paid")
    try require(try await world.payer.balance().locked == before, "nothing stays locked")
  }

  func paysOnceWhenKilledInAStep() async throws {
    for round in 0..<2 {
      let before = try await world.payer.balance().locked
      let committing = try await prepared()
      let waiting = try await sent()
      let holding = try await prepared()
      let releasing = try await prepared()
      let preparing = try await intent()
      let payer = world.payer
      let cap = anyFee
      let made = Found<SignedTransaction>()
      let calls: [@Sendable () async throws -> Void] = [
        { made.set(try await payer.prepare(preparing, feeCap: cap)) },
        { _ = try await payer.commit(committing.signedTransaction) },
        { _ = try await payer.lookup(waiting.signedTransaction) },
        { try await payer.release(releasing.signedTransaction) },
        { try await payer.lock(holding.signedTransaction) },
      ]
      try await world.crash(round: round) {
        await withTaskGroup(of: Void.self) { group in
          // The result of an interrupted call is examined afterwards.
          for call in calls { group.addTask { try? await call() } }
        }
      }
      try await world.restart()
      // This is what the provider does: it locks and looks up payments that may have been made, and releases the
      // others.
      let kept = [committing, waiting, holding]
      for payment in kept { try await payer.lock(payment.signedTransaction) }
      try await drop(releasing.signedTransaction)
      if let signedTransaction = made.value { try giveBack(signedTransaction) }
      try require(payer.reservations.isIdle, "what was not made is not taken")
      for payment in kept {
        let lookup = try await payer.lookup(payment.signedTransaction)
        try require(lookup == .pool || lookup == .unknown, "known or forgotten, not lost")
        try await requireAccepted(payment.signedTransaction, "the same one again")
      }
      try await world.mine(max(1, world.confirmationsToSpend))
      for payment in kept { try await requireOnePayment(payment) }
      for intent in [releasing.intent, preparing] {
        try require(try await received(at: intent.address).isEmpty, "what was not committed was not paid")
      }
      try require(try await payer.balance().locked == before, "nothing stays locked")
    }
  }

  private func kill() async throws {
    try await world.crash()
    try await world.restart()
  }
}
