import PaymentsCore
import PaymentsModel
import TestSupport
import WalletBackend

@testable import MockWallet

extension ModelWorld {
  /// Takes one step and checks the rules.
  func take(_ step: ModelStep) async throws {
    var random = SeededRandom(step.seed)
    let before = transcript.count
    try await act(step.kind, &random)
    if transcript.count > before { transcript.insert("\(step.kind) at \(time) ms", at: before) }
    try await check()
  }

  private func act(_ kind: ModelStep.Kind, _ random: inout SeededRandom) async throws {
    switch kind {
    case .submit: try await submit(&random)
    case .repeatRequest: try await repeatRequest(&random)
    case .cancel: try await cancel(&random)
    case .approve: try await approve(&random)
    case .deny: try await deny(&random)
    case .lock: isLocked = true
    case .unlock: try await unlock()
    case .deliver: try await deliver(&random)
    case .deliverAgain: try await deliverAgain(&random)
    case .call: try await call(&random)
    case .lateCall: try await lateCall(&random)
    case .wait: try await pass(.milliseconds(Int.random(in: 100...60_000, using: &random)))
    case .clockJump:
      let seconds = Int.random(in: -100_000...100_000, using: &random)
      clock.advance(by: .seconds(random.percent(50) ? seconds : seconds / 300))
      note("  the clock is set by \(seconds) s, or a little of it: \(clock.now())")
      try await tick()
    case .crash: try await crash()
    case .crashWhileStoring: try await deliver(&random, kill: .beforeStoring)
    case .crashAfterStoring: try await deliver(&random, kill: .afterStoring)
    case .diskFull: isDiskFull.toggle()
    case .walletRestart, .walletStatus, .fee, .fault, .mine, .reorganise, .drop, .doubleSpend:
      try happen(kind, &random)
    }
  }

  private func happen(_ kind: ModelStep.Kind, _ random: inout SeededRandom) throws {
    guard let currency = random.pick(network.currencies) else { return }
    let control = network.control
    switch kind {
    case .walletRestart: try control.forgetLocks(currency: currency)
    case .walletStatus:
      let status = random.pick([.ready, .ready, .syncing, .locked, .unavailable] as [WalletStatus]) ?? .ready
      try control.setStatus(status, currency: currency)
      note("  \(currency) is \(status)")
    case .fee:
      try control.setFee(Amount(atomicUnits: UInt128.random(in: 100...4_000, using: &random)), currency: currency)
    case .fault:
      let step = random.pick([.quote, .prepare, .commit, .commit, .lookup] as [MockStep]) ?? .commit
      let faults: [MockFault] = [
        .failBefore(.timeout), .failAfter(.timeout), .failAfter(.unavailable), .nonsense, .forget, .reject,
      ]
      guard let fault = random.pick(faults) else { return }
      try control.inject(fault, at: step, currency: currency)
      note("  the next \(step) of \(currency): \(fault)")
    case .mine:
      try control.mine(Int.random(in: 1...2, using: &random), currency: currency)
      note("  blocks of \(currency)")
    case .reorganise:
      try control.reorganise(1, currency: currency)
      note("  a block of \(currency) is taken back")
    case .drop, .doubleSpend:
      let waiting = sent.filter { $0.currency == currency && $0.isAlive && $0.confirmations == 0 }
      // A transaction that was final stays so: deeper reorganisations are not a subject of this model.
      let open = waiting.filter { deepest[$0.id] ?? 0 < 2 }
      guard let transaction = random.pick(open) else { return }
      note("  \(kind) \(transaction.id.prefix(6))")
      if kind == .drop {
        try control.drop(transaction.id, currency: currency)
      } else {
        try control.doubleSpend(transaction.id, currency: currency)
      }
    default: break
    }
  }

  private func pass(_ duration: Duration) async throws {
    time += milliseconds(duration)
    clock.advance(by: duration)
    try await tick()
    try await freeInputs()
  }

  /// Continues until every order has ended: nothing fails any more, the owner answers, and blocks are found.
  func settle(_ random: inout SeededRandom) async throws {
    note("to the end")
    isDiskFull = false
    try await unlock()
    for currency in network.currencies {
      try network.control.setStatus(.ready, currency: currency)
      try network.control.setFee(Amount(atomicUnits: 100), currency: currency)
    }
    var rounds = 0
    while !live.isEmpty, rounds < 200 {
      rounds += 1
      try await pass(.seconds(61))
      // After the clock was set back, an order may need days of that clock to expire.
      if rounds == 100 { clock.advance(by: .seconds(1_000_000)) }
      for _ in 0..<(4 * live.count + 4) {
        try await call(&random)
        try await deliver(&random)
      }
      while !lateCalls.isEmpty { try await lateCall(&random) }
      for order in live where order.isAsked {
        if let quote = order.quotesShown.last { try await approve(order, quote) }
      }
      for currency in network.currencies { try network.control.mine(1, currency: currency) }
      try await check()
    }
    try await checkSettled()
  }
}

/// Runs the steps of a seed to the end and returns the first violation of a rule.
enum ModelRun {
  struct Outcome {
    let failure: String?
    /// The step at which the violation was found.
    let step: Int
    let transcript: [String]
    let statistics: ModelStatistics
  }

  static func run(_ steps: [ModelStep], seed: UInt64) async -> Outcome {
    let world: ModelWorld
    do {
      world = try await ModelWorld(seed: seed)
    } catch {
      return Outcome(failure: "no world: \(error)", step: 0, transcript: [], statistics: ModelStatistics())
    }
    var index = 0
    var failure: String?
    do {
      while index < steps.count {
        try await world.take(steps[index])
        index += 1
      }
      var random = SeededRandom(seed ^ 0x5E77_1ED0)
      try await world.settle(&random)
    } catch {
      failure = "\(error)"
    }
    return Outcome(failure: failure, step: index, transcript: world.transcript, statistics: world.statistics)
  }

  /// Removes steps as long as the same violation occurs, within a limited number of attempts.
  static func shrink(_ steps: [ModelStep], seed: UInt64, _ outcome: Outcome, attempts: Int) async -> (
    steps: [ModelStep], outcome: Outcome
  ) {
    var (steps, outcome, attempts) = (Array(steps.prefix(outcome.step + 1)), outcome, attempts)
    var length = max(steps.count / 2, 1)
    while attempts > 0 {
      var start = 0
      while start < steps.count, attempts > 0 {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + length, steps.count))
        attempts -= 1
        let other = await run(fewer, seed: seed)
        if other.failure != nil {
          (steps, outcome) = (Array(fewer.prefix(other.step + 1)), other)
        } else {
          start += length
        }
      }
      if length == 1 { break }
      length = max(length / 2, 1)
    }
    return (steps, outcome)
  }
}
