import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func commitsOnce() async throws {
    let payment = try await prepared()
    let signedTransaction = payment.signedTransaction
    try require(try await world.payer.lookup(signedTransaction) == .unknown, "nobody knows it")
    for _ in 0..<2 {
      try require(try await commit(signedTransaction) == .accepted, "accepted while it waits")
      try require(try await world.payer.lookup(signedTransaction) == .pool, "it waits")
    }
    try await world.payer.release(signedTransaction)
    try await world.payer.lock(signedTransaction)
    let settled = max(3, world.confirmationsToSpend)
    for (blocks, confirmations) in [(1, 1), (settled - 1, settled)] {
      try await world.mine(blocks)
      try require(
        try await commit(signedTransaction) == .accepted, "accepted at \(confirmations) confirmations")
      try require(
        try await world.payer.lookup(signedTransaction) == .confirmed(confirmations), "\(confirmations) confirmations")
    }
    try await requireOnePayment(payment)
    // The transaction must still be accepted when all its outputs are spent and confirmed.
    for wallet in [world.shop, world.payer] {
      let most = try await wallet.largestPayment()
      let sweep = try await wallet.prepare(
        PaymentIntent(address: try await world.shop.newAddress(label: ""), amount: most),
        feeCap: most)
      try require(try await wallet.commit(sweep) == .accepted, "the outputs are spent")
    }
    try await world.mine(1)
    try require(try await commit(signedTransaction) == .accepted, "accepted after its outputs are spent")
    try require(
      try await world.payer.lookup(signedTransaction) == .confirmed(settled + 1), "\(settled + 1) confirmations")
    try await requireOnePayment(payment)
  }

  func commitsOnceConcurrently() async throws {
    let payment = try await prepared()
    let signedTransaction = payment.signedTransaction
    for _ in 0..<2 {
      try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
        for _ in 0..<8 { group.addTask { try await self.commit(signedTransaction) } }
        for try await outcome in group { try require(outcome == .accepted, "each commit is accepted") }
      }
      try await world.mine(1)
    }
    try require(try await world.payer.lookup(signedTransaction) == .confirmed(2), "2 confirmations")
    try await requireOnePayment(payment)
  }

  func refusesForeignTransactions() async throws {
    let signedTransaction = try await prepared().signedTransaction
    let other = String(repeating: "0", count: 64)
    for blob in [[], Array("nonsense".utf8), Array("{}".utf8), Array(#"{"v":2}"#.utf8)] {
      let foreign = SignedTransaction(transactionID: other, fee: signedTransaction.fee, blob: blob)
      try await require(.protocolViolation(code: nil)) { _ = try await commit(foreign) }
      try await require(.protocolViolation(code: nil)) { _ = try await world.payer.lookup(foreign) }
      try await require(.protocolViolation(code: nil)) { try await world.payer.release(foreign) }
      try await require(.protocolViolation(code: nil)) { try await world.payer.lock(foreign) }
      try await require(.protocolViolation(code: nil)) { _ = try world.payer.coins(of: foreign) }
    }
  }
}
