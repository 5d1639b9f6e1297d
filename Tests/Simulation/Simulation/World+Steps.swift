import Orders
import PaymentsCore
import PaymentsModel
import WalletBackend

@testable import MockWallet

extension World {
  func take(_ step: Step) throws {
    var random = SeededRandom(step.number)
    let control = network.control
    switch step.kind {
    case .request:
      let amount = Amount(atomicUnits: UInt128(random.next() % 150_000 + 1000))
      let number = requests.count + 1
      var bytes = [UInt8](repeating: 0, count: 16)
      withUnsafeBytes(of: step.number) { bytes.replaceSubrange(0..<8, with: $0) }
      guard let id = PaymentRequestID(randomBytes: bytes) else { return }
      requests.append(
        Request(id: id, address: MockAddress.example(currency: Self.currency, number: number), amount: amount))
      note("the app asks for request \(number - 1), \(amount.atomicUnits)")
      send(number - 1)
    case .repeatRequest:
      guard !requests.isEmpty else { return }
      send(Int(random.next() % UInt64(requests.count)))
    case .cancel:
      guard let order = random.pick(orders.live) else { return }
      note("the app cancels \(order.order.terms.id.rawValue)")
      Task { [orders] in _ = await orders.cancel(order) }
    case .approve: approve(random.pick(waiting))
    case .deny:
      guard let order = random.pick(waiting) else { return }
      note("the owner denies \(order.order.terms.id.rawValue)")
      Task { [orders] in _ = await orders.deny(order) }
    case .lock:
      note("the owner locks the wallet")
      Task { [orders, provider] in _ = try? await orders.lock.lock(at: provider.clock.now()) }
    case .unlock: unlock()
    case .mine: try control.mine(1 + Int(random.next() % 2))
    case .reorganise: try control.reorganise(1)
    case .raiseQuote:
      try control.setFee(Amount(atomicUnits: UInt128(800 + random.next() % 1200)), currency: Self.currency)
    case .fault:
      let faults: [MockFault] = [
        .failBefore(.timeout), .failAfter(.timeout), .failAfter(.unavailable), .failBefore(.unavailable), .nonsense,
      ]
      let steps: [MockStep] = [.commit, .commit, .lookup, .prepare, .quote, .mark, .marks, .sends, .balance]
      guard let fault = random.pick(faults), let place = random.pick(steps) else { return }
      note("the wallet will fail: \(fault) at \(place)")
      try control.inject(fault, at: place, times: 1 + Int(random.next() % 3), currency: Self.currency)
    case .outage:
      note("the wallet is away")
      try control.setStatus(random.percent(50) ? .unavailable : .syncing, currency: Self.currency)
    case .recovery: try control.setStatus(.ready, currency: Self.currency)
    case .diskFault:
      let fault = random.pick([SimulatedStore.Fault.full, .lost, .storedUnseen])
      note("a commit will meet: \(fault.map { "\($0)" } ?? "nothing")")
      store.faults = fault.map { [$0] } ?? []
    case .crash:
      note("the provider is killed")
      crash()
    case .wait: Scheduler.advance(atMost: Int64(random.next() % 90_000_000_000))
    }
  }

  /// The orders that wait for the owner.
  private var waiting: [LiveOrder] {
    orders.live.filter { $0.order.state == .awaitingApproval && $0.isTakenUp }
      .sorted { $0.order.terms.id.rawValue < $1.order.terms.id.rawValue }
  }

  /// The owner says yes to an order as it is shown now.
  func approve(_ order: LiveOrder?) {
    guard let order, let cap = FeeCap.shown(for: order.order) else { return }
    let terms = order.order.terms
    guard let index = requests.firstIndex(where: { $0.address == terms.address }) else { return }
    note("the owner approves \(terms.id.rawValue) up to a fee of \(cap.atomicUnits)")
    // Written down before it takes effect: what leaves must not be more.
    requests[index].approved = max(requests[index].approved ?? .zero, terms.amount.addingSaturated(cap))
    let yes = Yes(.init(seenCap: cap, hasPIN: false, via: nil))
    Task { [orders] in
      let outcome = await Approver(orders: orders).approve(order, yes.approval)
      note("the yes to \(order.order.terms.id.rawValue): \(outcome)")
    }
  }

  /// A class because of the compiler's fault with large values.
  private final class Yes: Sendable {
    let approval: Approver.OwnerApproval

    init(_ approval: Approver.OwnerApproval) { self.approval = approval }
  }

  func unlock() {
    Task { [orders, provider] in
      guard (try? await orders.lock.unlock(at: provider.clock.now())) == true else { return }
      for order in orders.live { order.post(.unlocked) }
    }
  }

  /// From now on nothing fails, the owner answers, and blocks are found.
  func becomeKind() throws {
    note("the world becomes kind")
    store.faults = []
    if hasFailed { crash() }
    try network.control.setStatus(.ready, currency: Self.currency)
    network.access { state in for index in state.scripts.indices { state.scripts[index].faults = [:] } }
    unlock()
    for _ in 0..<400 {
      for order in waiting { approve(order) }
      for _ in 0..<2000 where !Scheduler.step() { Scheduler.advance(atMost: 3_000_000_000) }
      try network.control.mine()
      if orders.live.isEmpty { return }
    }
  }
}
