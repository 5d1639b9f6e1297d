import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func commitsOnce() async throws {
    let (artefact, intent) = try await prepared()
    try require(try await world.payer.lookup(artefact) == .unknown, "nobody knows it")
    for _ in 0..<2 {
      try require(try await world.payer.commit(artefact) == .accepted, "accepted while it waits")
      try require(try await world.payer.lookup(artefact) == .pool, "it waits")
    }
    try await world.payer.release(artefact)
    try await world.payer.lock(artefact)
    for confirmations in [1, 3] {
      try await world.mine(confirmations == 1 ? 1 : 2)
      try require(try await world.payer.commit(artefact) == .accepted, "accepted at \(confirmations) confirmations")
      try require(try await world.payer.lookup(artefact) == .confirmed(confirmations), "\(confirmations) confirmations")
    }
    try await requireOnePayment(intent, artefact)
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
    try require(try await world.payer.lookup(artefact) == .confirmed(4), "4 confirmations")
    try await requireOnePayment(intent, artefact)
  }

  func tellsConflicts() async throws {
    let (artefact, intent) = try await prepared()
    try await world.doubleSpend(artefact)
    try require(try await world.payer.lookup(artefact) == .conflicted(confirmations: 1), "conflicted")
    for _ in 0..<2 {
      try require(try await world.payer.commit(artefact) == .rejected(.conflicted), "rejected")
    }
    try await world.mine(2)
    try require(try await world.payer.lookup(artefact) == .conflicted(confirmations: 3), "ever deeper")
    try await world.payer.release(artefact)
    try await world.payer.lock(artefact)
    try require(try await received(at: intent.address).allSatisfy(\.removed), "nothing was paid")
  }

  func isUnavailableWhileDown() async throws {
    let (artefact, intent) = try await prepared()
    try require(await world.payer.status() == .ready, "ready")
    try await world.crash()
    try require(await world.payer.status() == .unavailable, "unavailable")
    let payer = world.payer
    let cap = anyFee
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await payer.newAddress(label: "") },
      { _ = try await payer.checkAddress(intent.address) },
      { _ = try await payer.transfers(since: nil, depth: 1) },
      { _ = try await payer.amountRange() },
      { _ = try await payer.balance() },
      { _ = try await payer.quote(intent) },
      { _ = try await payer.prepare(intent, feeCap: cap) },
      { _ = try await payer.commit(artefact) },
      { _ = try await payer.lookup(artefact) },
      { try await payer.release(artefact) },
      { try await payer.lock(artefact) },
    ]
    for call in calls { try await require(.unavailable, call) }
    try await world.restart()
    try require(await payer.status() == .ready, "ready again")
    try require(try await payer.lookup(artefact) == .unknown, "nothing happened")
    try require(try await payer.commit(artefact) == .accepted, "and now it can be committed")
    try await world.mine(1)
    try await requireOnePayment(intent, artefact)
  }

  func locksAgainAfterARestart() async throws {
    let (held, heldIntent) = try await prepared()
    let lockedBefore = try await world.payer.balance().locked
    try await world.crash()
    try await world.restart()
    try await world.payer.lock(held)
    try require(try await world.payer.balance().locked == lockedBefore, "locked again")
    var all = [(held, heldIntent)]
    for _ in 0..<3 { all.append(try await prepared()) }
    for (artefact, _) in all.reversed() {
      try require(try await world.payer.commit(artefact) == .accepted, "different inputs")
    }
    try await world.mine(1)
    for (artefact, intent) in all { try await requireOnePayment(intent, artefact) }
  }

  func commitsOnceOverACrash() async throws {
    let (artefact, intent) = try await prepared()
    try require(try await world.payer.commit(artefact) == .accepted, "accepted")
    try await world.crash()
    try await world.restart()
    let lookup = try await world.payer.lookup(artefact)
    try require(lookup == .pool || lookup == .unknown, "known or forgotten, not lost")
    try require(try await world.payer.commit(artefact) == .accepted, "the same one again")
    try await world.mine(1)
    try await world.crash()
    try await world.restart()
    try require(try await world.payer.lookup(artefact) == .confirmed(1), "in a block")
    try require(try await world.payer.commit(artefact) == .accepted, "the same one again")
    try await requireOnePayment(intent, artefact)
  }

  func refusesForeignArtefacts() async throws {
    let (artefact, _) = try await prepared()
    let other = String(repeating: "0", count: 64)
    for blob in [[], Array("nonsense".utf8), Array("{}".utf8), Array(#"{"v":2}"#.utf8)] {
      let foreign = PaymentArtefact(transactionID: other, fee: artefact.fee, blob: blob)
      try await require(.protocolViolation(code: nil)) { _ = try await world.payer.commit(foreign) }
      try await require(.protocolViolation(code: nil)) { _ = try await world.payer.lookup(foreign) }
      try await require(.protocolViolation(code: nil)) { try await world.payer.release(foreign) }
      try await require(.protocolViolation(code: nil)) { try await world.payer.lock(foreign) }
    }
  }
}
