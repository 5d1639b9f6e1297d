import Consumer
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import WalletBackend

@testable import MockWallet
@testable import Provider

extension World {
  func take(_ step: Step) throws {
    var random = SeededRandom(step.number)
    try correspondent?.act()
    let control = network.control
    switch step.kind {
    case .request: for _ in 0..<(1 + random.below(setting.crowd)) { request(&random) }
    case .burst: for _ in 0..<5 { request(&random) }
    case .otherRequest: random.pick(ownRequests).map(sendOther)
    case .repeatRequest:
      guard let index = random.pick(requests.indices.filter { !requests[$0].isOfCard }) else { return }
      send(index)
      if random.percent(30) { send(index) }
    case .ask: random.pick(ownRequests).map(askForState)
    case .cancel: random.pick(ownRequests).map(cancel)
    case .invoice: requestInvoice(&random)
    case .askForInvoice: askForInvoice(&random)
    case .payInvoice: try payInvoice(&random)
    case .loseIncoming: try loseIncoming(&random)
    case .approve: approve(random.next())
    case .remember: remember(random.next())
    case .approveLate: approveLate()
    case .approveAndDeny:
      let number = random.next()
      approve(number)
      deny(number)
    case .deny: deny(random.next())
    case .lock: tell(LockWallet.self, .init(), "locks the wallet")
    case .unlock: tell(UnlockWallet.self, .init(pin: Self.pin), "unlocks the wallet")
    case .mine: try control.mine(1 + random.below(2))
    case .reorganise:
      // What is called failed for ever is deeper than any reorganisation, also of several in a row.
      let height = try control.height(Self.currency)
      highest = max(highest, height)
      let blocks = min(setting.isForModel ? 1 : 1 + random.below(3), height - highest + 3)
      guard blocks > 0 else { return }
      note("\(blocks) blocks are undone")
      hasReorganised = true
      try control.reorganise(blocks)
      guard !setting.isForModel else { return }
      if random.percent(30) { try drop(&random) } else if random.percent(30) { try doubleSpend(&random) }
    case .raiseQuote:
      try control.setFee(Amount(atomicUnits: UInt128(800 + random.next() % 1200)), currency: Self.currency)
    case .slowCall:
      guard let step = random.pick([MockStep.commit, .lookup, .prepare, .quote, .mark, .marks]) else { return }
      let latency = random.pick([0, 200, 3000, 20_000, 60_000]) ?? 0
      note("a call takes \(latency) ms: \(step)")
      try control.setLatency(.milliseconds(latency), of: step, currency: Self.currency)
    case .fault:
      let faults: [MockFault] =
        [
          .failBefore(.timeout), .failAfter(.timeout), .failAfter(.unavailable), .failBefore(.unavailable), .nonsense,
        ] + (setting.isForModel ? [] : [.forget, .reject])
      if !setting.isForModel, random.percent(15) {
        note("the wallet will be blind at \(setting.blindCall)")
        return try control.inject(.blind, at: setting.blindCall, times: 1 + random.below(3), currency: Self.currency)
      }
      let steps: [MockStep] = [.commit, .commit, .lookup, .prepare, .quote, .mark, .marks, .sends, .balance]
      guard let fault = random.pick(faults), let place = random.pick(steps) else { return }
      note("the wallet will fail: \(fault) at \(place)")
      try control.inject(fault, at: place, times: 1 + random.below(3), currency: Self.currency)
    case .raiseFee: try raiseFee(&random)
    case .doubleSpend: try doubleSpend(&random)
    case .drop: try drop(&random)
    case .spendByHand: spendByHand(&random)
    case .lookAtSends: lookAtSends()
    case .forgetLocks: try control.forgetLocks(currency: Self.currency)
    case .outage:
      note("the wallet is away")
      try control.setStatus(random.percent(50) ? .unavailable : .syncing, currency: Self.currency)
    case .recovery:
      server?.isAway = false
      try control.setStatus(.ready, currency: Self.currency)
    case .diskFault:
      guard let daemon = random.pick(daemons), let fault = random.pick(Self.diskFaults(&random)) else { return }
      note("the disk of \(daemon.place.name) will meet: \(fault)")
      daemon.place.disk.meet(fault)
    case .lie:
      guard setting.hasUntrueDisks, let daemon = random.pick(daemons) else { return }
      note("the disk of \(daemon.place.name) keeps nothing of what it acknowledges")
      daemon.place.disk.lies = true
    case .rot: try rot(&random)
    case .databaseFault: databaseFault(&random)
    case .powerCut:
      guard let daemon = random.pick(daemons) else { return }
      note("the machine of \(daemon.place.name) loses its power")
      kill(daemon, power: random.next())
    case .pause:
      guard let daemon = random.pick(daemons) else { return }
      note("\(daemon.place.name) stands still, or goes on")
      interruptions += 1
      Scheduler.togglePause(daemon.process)
    case .wireFault:
      let fate = random.pick(Self.fates(random.next()))
      note("a message will meet: \(fate.map { "\($0)" } ?? "nothing")")
      wireFates = fate.map { [$0] } ?? []
    case .cut:
      note("all connections are cut")
      cutWires()
    case .crash:
      guard let daemon = random.pick(daemons) else { return }
      note("\(daemon.place.name) is killed")
      kill(daemon)
    case .appCrash:
      note("the app is killed")
      killApp()
    case .backup: if random.percent(40) { try copyFolder() } else { makeBackup() }
    case .restore: try restoreBackup()
    case .card: for _ in 0..<2 { proposeCard(&random) }
    case .answerCard: for _ in 0..<4 { answerCard(&random) }
    case .chatFault: disturbChat(&random)
    case .chatCrash: try killChat()
    case .revoke: revoke()
    case .changePIN: changePIN()
    case .wait: Scheduler.advance(atMost: Int64(random.next() % 90_000_000_000))
    }
  }

  private static func fates(_ number: UInt64) -> [Wire.Fate] {
    [.cut, .cut, .lastBeforeCut, .arrivesTwice, .arrives(after: .milliseconds(number % 20_000))]
  }

  private static func diskFaults(_ random: inout SeededRandom) -> [SimulatedDisk.Fault] {
    [.full(random.below(20_000)), .write(random.below(40)), .sync(random.below(10)), .read(random.below(20))]
  }

  // MARK: The app

  /// What the app has asked for, and not a card.
  private var ownRequests: [PaymentRequest] { requests.filter { !$0.isOfCard } }

  /// Asks for a new payment.
  private func request(_ random: inout SeededRandom) {
    let near = setting.unasked.atomicUnits > 2000 && !setting.isForModel && random.percent(20)
    let amount =
      near ? setting.unasked.atomicUnits - UInt128(1000 + random.below(400)) : UInt128(random.below(150_000) + 1000)
    guard let id = Self.requestID(&random) else { return }
    let number = requests.count
    let request = PaymentRequest(
      id: id, address: MockAddress.example(currency: Self.currency, number: number + 1),
      amount: Amount(atomicUnits: amount))
    if !setting.isForModel, random.percent(20) {
      request.maxFee = Amount(atomicUnits: UInt128(900 + random.below(900)))
    }
    if !setting.isForModel, random.percent(20) { request.typed = request.address.uppercased() }
    if random.percent(20) {
      request.expiresAt = Scheduler.timestamp.advanced(by: .milliseconds(5000 + random.below(120_000)))
    }
    request.interruptionsBefore = interruptions
    requests.append(request)
    let end = request.expiresAt.map { ", until \($0.text)" } ?? ""
    note("the app asks for request \(number), \(amount) to \(request.address)\(end)")
    send(number)
  }

  static func requestID(_ random: inout SeededRandom) -> PaymentRequestID? {
    var bytes = [UInt8](repeating: 0, count: 16)
    withUnsafeBytes(of: random.next()) { bytes.replaceSubrange(0..<8, with: $0) }
    return PaymentRequestID(randomBytes: bytes)
  }

  /// Sends a request, for the first time or once more.
  private func send(_ index: Int) {
    let request = requests[index]
    guard request.endOfLostLedger == nil || request.endOfLostLedger == .succeeded else { return }
    app?.run { [self, lostLedgers] client in
      do {
        let order = try await client.pay(
          Self.currency, to: request.typed, amount: request.amount.decimal(decimals: 8),
          maxFee: request.maxFee?.decimal(decimals: 8), expiresAt: request.expiresAt, requestID: request.id)
        note("request \(index) is \(order.orderID.rawValue), \(order.state.rawValue)")
        told(request, order, lostLedgers)
      } catch {
        note("request \(index): \(error)")
        if let failure = error as? PaymentsFailure, failure.reason == .expired { request.isRefused = true }
      }
    }
  }

  /// Uses the key of a request for another one, which has to be refused.
  private func sendOther(_ request: PaymentRequest) {
    // A lost ledger may have paid what the one in its place takes for new.
    guard !isRestored else { return }
    // What cannot be sent now, the app may send when it is let in, or has started again.
    if request.order == nil { request.isSpoiled = true }
    app?.run { [self] client in
      do {
        let other = request.amount.addingSaturated(Amount(atomicUnits: 1))
        _ = try await client.pay(
          Self.currency, to: request.address, amount: other.decimal(decimals: 8), requestID: request.id)
        // A ledger that was lost meanwhile may have had the key, and the one in its place does not.
        if !request.isSpoiled, !isRestored { violation = violation ?? Violation("one key was taken for two requests") }
      } catch {
        note("another request with the key of \(request.address) is refused: \(error)")
      }
    }
  }

  private func askForState(_ request: PaymentRequest) {
    app?.run { [self, lostLedgers] client in
      // Without an answer it is asked for again at another time.
      guard let order = try? await client.order(requestID: request.id) else { return }
      told(request, order, lostLedgers)
    }
  }

  /// - Parameter count: how many ledgers had been lost when the app asked.
  func told(_ request: PaymentRequest, _ order: PaymentOrder, _ count: Int) {
    guard count == lostLedgers else {
      // It may be the word of one that was lost meanwhile.
      if order.state.isTerminal { request.endOfLostLedger = request.endOfLostLedger ?? order.state }
      return
    }
    do {
      try request.told(order.orderID, order.state)
      try checkDepth(of: request)
    } catch {
      violation = violation ?? error
    }
  }

  private func cancel(_ request: PaymentRequest) {
    guard let id = request.order else { return }
    note("the app cancels \(id.rawValue)")
    app?.run { [self, lostLedgers] client in
      guard let order = try? await client.cancel(id) else { return }
      told(request, order, lostLedgers)
    }
  }

  // MARK: The end

  private var isQuiet: Bool { serving?.parts?.payments.orders.live.isEmpty == true }

  /// From now on nothing fails, the owner answers, and blocks are found.
  func becomeKind() throws {
    note("the world becomes kind")
    isKind = true
    for daemon in daemons {
      daemon.place.disk.meet(nil)
      daemon.place.disk.lies = false
      Scheduler.resume(daemon.process)
    }
    server?.isAway = false
    server?.nextCommits = []
    wireFates = []
    restartEnded()
    try network.control.setStatus(.ready, currency: Self.currency)
    network.access { state in
      for index in state.scripts.indices { (state.scripts[index].faults, state.scripts[index].latencies) = ([:], [:]) }
    }
    try letCardsGoOn()
    for _ in 0..<200 {
      run(atMost: 1500, pace: 3_000_000_000) { violation != nil || isQuiet }
      if isQuiet {
        // What has succeeded and was undone since is seen, and what an app still tries, it tries for half a minute.
        try network.control.mine(8)
        let end = Scheduler.now + 40_000_000_000
        run(atMost: 20_000) { Scheduler.now > end }
      }
      if violation != nil || isQuiet { return }
      unlockIfLocked()
      approve(1)
      lookAtSends()
      run(atMost: 100)
      try network.control.mine()
    }
  }
}
