import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func paysNothingWhileLocked() async throws {
    let payment = try await prepared()
    try await world.setLocked(true)
    let before = try await world.payer.balance()
    try require(await world.payer.status() == .locked, "locked")
    let next = try await intent()
    try await require(.locked) { _ = try await world.payer.prepare(next, feeCap: anyFee) }
    try require(try await world.payer.balance() == before, "nothing is locked by that")
    let address = try await world.payer.newAddress(label: "")
    try require(try await world.payer.checkAddress(address) == .valid(address), "it still receives")
    _ = try await world.payer.transfers(since: nil, depth: 1)
    // The transaction that was signed before may be accepted or wait, but must not be rejected.
    do {
      let outcome = try await commit(payment.signedTransaction)
      try require(outcome == .accepted, "not rejected")
    } catch WalletError.locked {}
    try await world.setLocked(false)
    try require(await world.payer.status() == .ready, "ready again")
    try await requireAccepted(payment.signedTransaction, "what was prepared before")
    let other = try await sent(next)
    try await world.mine(1)
    try await requireOnePayment(payment)
    try await requireOnePayment(other)
  }

  func isUnavailableWhileDown() async throws {
    let payment = try await prepared()
    let signedTransaction = payment.signedTransaction
    try require(await world.payer.status() == .ready, "ready")
    try await world.crash()
    try require(await world.payer.status() == .unavailable, "unavailable")
    for call in allCalls(of: world.payer, payment, anyFee) { try await require(.unavailable, call) }
    try await world.restart()
    try require(await world.payer.status() == .ready, "ready again")
    try require(try await world.payer.lookup(signedTransaction) == .unknown, "nothing happened")
    try require(try await commit(signedTransaction) == .accepted, "and now it can be committed")
    try await world.mine(1)
    try await requireOnePayment(payment)
  }

  /// Returns all calls that a wallet supports.
  func allCalls(
    of wallet: any WalletBackend, _ payment: Prepared, _ cap: Amount
  ) -> [@Sendable () async throws -> Void] {
    let signedTransaction = payment.signedTransaction
    let intent = payment.intent
    return [
      { _ = try await wallet.newAddress(label: "") },
      { _ = try await wallet.checkAddress(intent.address) },
      { _ = try await wallet.transfers(since: nil, depth: 1) },
      { _ = try await wallet.largestPayment() },
      { _ = try await wallet.balance() },
      { _ = try await wallet.quote(intent) },
      { _ = try await wallet.prepare(intent, feeCap: cap) },
      { _ = try await wallet.commit(signedTransaction) },
      { _ = try await wallet.lookup(signedTransaction) },
      { try await wallet.release(signedTransaction) },
      { try await wallet.lock(signedTransaction) },
      { _ = try await wallet.sends(since: nil) },
      { try await wallet.mark(signedTransaction, paying: [intent.address], as: "down:0") },
      { _ = try await wallet.marks(paying: [intent.address]) },
      { _ = try await wallet.signedTransaction(ofSend: signedTransaction.transactionID, paying: intent, at: 0) },
      { _ = try await wallet.sent(among: [signedTransaction.transactionID]) },
      { _ = try await wallet.witness() },
      { _ = try await wallet.owned(among: [intent.address]) },
    ]
  }
}
