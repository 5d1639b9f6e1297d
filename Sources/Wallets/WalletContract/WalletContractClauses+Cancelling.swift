import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func staysWholeWhenCancelled() async throws {
    let payer = world.payer
    let cap = anyFee
    let before = try await payer.balance()
    let intent = try await intent()
    for moment in 0..<4 {
      let preparing = Task { try await payer.prepare(intent, feeCap: cap) }
      try await cancel(preparing, at: moment)
      if case .success(let signedTransaction) = await preparing.result { try giveBack(signedTransaction) }
      try require(payer.reservations.isIdle, "a cancelled prepare leaves nothing taken")
      try require(try await payer.balance() == before, "and nothing locked")
    }
    let payment = try await prepared(intent)
    for moment in 0..<4 {
      let committing = Task { try await payer.commit(payment.signedTransaction) }
      try await cancel(committing, at: moment)
      if case .success(let outcome) = await committing.result {
        try require(outcome == .accepted, "a cancelled commit is not taken for a refusal")
      }
    }
    try await requireAccepted(payment.signedTransaction, "the same one again")
    try await world.mine(1)
    try await requireOnePayment(payment)
  }

  /// Cancels a task at once, or some milliseconds later, so that the call is interrupted at different places.
  private func cancel(_ task: Task<some Sendable, any Error>, at moment: Int) async throws {
    if moment > 0 { try await Task.sleep(for: .milliseconds(moment)) }
    task.cancel()
  }

  func returnsWhenCancelled() async throws {
    let payment = try await prepared()
    let other = try await prepared()
    try await world.setHanging(true)
    let released = other.signedTransaction
    let payer = world.payer
    let calls = allCalls(of: payer, payment, anyFee) + [{ try await payer.release(released) }]
    let done = Found<Bool>()
    let running = Task {
      await withTaskGroup(of: Void.self) { group in
        for call in calls { group.addTask { try? await call() } }
      }
      done.set(true)
    }
    // The calls are under way after this time. Calls that are not are cancelled before they begin.
    try await Task.sleep(for: .milliseconds(50))
    running.cancel()
    let limit = ContinuousClock.now + world.patience
    while done.value == nil, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(5)) }
    let returned = done.value == true
    try await world.setHanging(false)
    try require(returned, "cancelled calls return while the wallet hangs")
    try await requireAccepted(payment.signedTransaction, "nothing is lost")
    try await world.mine(1)
    try await requireOnePayment(payment)
  }
}
