import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func commitsOnce() async throws {
    let payment = try await prepared()
    let artefact = payment.artefact
    try require(try await world.payer.lookup(artefact) == .unknown, "nobody knows it")
    for _ in 0..<2 {
      try require(try await world.payer.commit(artefact) == .accepted, "accepted while it waits")
      try require(try await world.payer.lookup(artefact) == .pool, "it waits")
    }
    try await world.payer.release(artefact)
    try await world.payer.lock(artefact)
    let settled = max(3, world.confirmationsToSpend)
    for (blocks, confirmations) in [(1, 1), (settled - 1, settled)] {
      try await world.mine(blocks)
      try require(try await world.payer.commit(artefact) == .accepted, "accepted at \(confirmations) confirmations")
      try require(
        try await world.payer.lookup(artefact) == .confirmed(confirmations), "\(confirmations) confirmations")
    }
    try await requireOnePayment(payment)
    // All outputs spent and buried, it still is what it was.
    for wallet in [world.shop, world.payer] {
      let range = try await wallet.amountRange()
      let sweep = try await wallet.prepare(
        PaymentIntent(address: try await world.shop.newAddress(label: ""), amount: range.payMaximum),
        feeCap: range.payMaximum)
      try require(try await wallet.commit(sweep) == .accepted, "the outputs are spent")
    }
    try await world.mine(1)
    try require(try await world.payer.commit(artefact) == .accepted, "accepted after its outputs are spent")
    try require(
      try await world.payer.lookup(artefact) == .confirmed(settled + 1), "\(settled + 1) confirmations")
    try await requireOnePayment(payment)
  }

  func commitsOnceConcurrently() async throws {
    let payment = try await prepared()
    let artefact = payment.artefact
    for _ in 0..<2 {
      try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
        for _ in 0..<8 { group.addTask { try await self.world.payer.commit(artefact) } }
        for try await outcome in group { try require(outcome == .accepted, "each commit is accepted") }
      }
      try await world.mine(1)
    }
    try require(try await world.payer.lookup(artefact) == .confirmed(2), "2 confirmations")
    try await requireOnePayment(payment)
  }

  func refusesForeignArtefacts() async throws {
    let artefact = try await prepared().artefact
    let other = String(repeating: "0", count: 64)
    for blob in [[], Array("nonsense".utf8), Array("{}".utf8), Array(#"{"v":2}"#.utf8)] {
      let foreign = PaymentArtefact(transactionID: other, fee: artefact.fee, blob: blob)
      try await require(.protocolViolation(code: nil)) { _ = try await world.payer.commit(foreign) }
      try await require(.protocolViolation(code: nil)) { _ = try await world.payer.lookup(foreign) }
      try await require(.protocolViolation(code: nil)) { try await world.payer.release(foreign) }
      try await require(.protocolViolation(code: nil)) { try await world.payer.lock(foreign) }
      try await require(.protocolViolation(code: nil)) { _ = try world.payer.coins(of: foreign) }
    }
  }
}
