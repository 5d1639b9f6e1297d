import Ledger
package import PaymentsCore
import PaymentsModel
import Synchronization
package import WalletBackend

/// Carries out one payment order. It handles one event at a time, stores the new version that the machine reports, and
/// only then carries out the effects.
///
/// While there are events, one task handles them, so that two events of an order are never handled at once. Work that
/// takes time (calls of the wallet, delays) runs concurrently, and its result is delivered as an event. An order that
/// waits uses no task.
///
/// It is no actor, because events come from places that do not wait: an actor would need a task for each, and lose their
/// sequence.
package final class LiveOrder: Sendable {
  /// An event, with the continuation that waits for its outcome.
  private struct Input: Sendable {
    var event: OrderEvent
    /// The transaction that the wallet was asked about, where this is its answer.
    var about: SignedTransaction?
    /// New limits of the app that apply from this event on. They are stored together with it or not at all.
    var limits: LimitsChange?
    /// The commit in which the orders of a payout store its transaction together.
    var joint: JointCommit?
    var answer: CheckedContinuation<Outcome, Never>?
  }

  /// What an event led to.
  package enum Outcome: Sendable {
    /// The event is stored, and these are its effects.
    case stored([OrderEffect])
    /// The event was not stored.
    case refused(OrderRefusal)
    /// The event was not stored, since the ledger failed.
    case failed
  }

  private struct State {
    var order: OrderMachine
    var calls = WalletCallSlots()
    var inputs: [Input] = []
    var isWorking = false
    /// The order is at its end. Events that have arrived are still answered, and further ones are refused.
    var isOver = false
    /// The number of blocks that were seen when the last call to the wallet began.
    var blocksSeen = 0
    /// Whether the owner is being asked, or was asked until a new quote was requested.
    var isQuestion = false
    /// Whether events are handled. Before that they are collected.
    var isTakenUp = true
    /// Whether the wallet had enough funds at the last quote; `nil` if that is unknown.
    var isFunded: Bool?
    /// The turn at choosing coins that a new order brings, until its payment is built.
    var turn: WalletTurn?
    /// The transaction that this process has stored, until it is handed over.
    var payout: Payout?
  }

  let orders: Orders
  let wallet: CurrencyWallet
  /// The largest fee that the owner was shown most recently.
  package let shownFeeCap: ShownFeeCap
  private let state: Mutex<State>

  var environment: any OrderEnvironment { orders.environment }

  /// Creates the process of an order that is stored in this version.
  init(_ order: OrderMachine, wallet: CurrencyWallet, orders: Orders, isTakenUp: Bool) {
    self.orders = orders
    self.wallet = wallet
    shownFeeCap = ShownFeeCap(order)
    state = Mutex(State(order: order, isTakenUp: isTakenUp))
  }

  // MARK: What is known of it

  /// The order as it was last stored.
  package var order: OrderMachine { state.withLock { $0.order } }

  /// Reads a part of the order as it was last stored, without copying the whole order, which would retain each of its
  /// texts.
  package func read<Part>(_ part: (OrderMachine) -> Part) -> Part { state.withLock { part($0.order) } }

  /// Whether events of the order are handled yet. An order of an earlier run waits until its wallet has reported what
  /// it sent.
  package var isTakenUp: Bool { state.withLock { $0.isTakenUp } }

  /// The wallet that pays the order.
  package var backend: any WalletBackend { wallet.backend }

  /// Whether the order's wallet is configured.
  package var hasWallet: Bool { !(wallet.backend is AbsentWallet) }

  /// Whether the wallet had enough funds at the last quote; `nil` if that is unknown.
  package var isFunded: Bool? { state.withLock { $0.isFunded } }

  /// Whether the owner was asked about the order and has not answered.
  var isQuestion: Bool { state.withLock { $0.isQuestion && $0.order.state == .awaitingApproval } }

  // MARK: Events

  /// Delivers an event without waiting for its outcome.
  package func post(_ event: OrderEvent) {
    deliver(Input(event: event))
  }

  /// Delivers an event and returns its outcome once it is stored. If the order is at its end, there are no effects.
  package func outcome(of event: OrderEvent, setting limits: LimitsChange? = nil) async -> Outcome {
    await withCheckedContinuation { continuation in
      let isTaken = deliver(Input(event: event, limits: limits, answer: continuation))
      if !isTaken { continuation.resume(returning: .stored([])) }
    }
  }

  /// Begins to handle events: first this one, and then those that were collected.
  func takeUp(_ event: OrderEvent) {
    let isNew = state.withLock { state in
      guard !state.isTakenUp else { return false }
      state.isTakenUp = true
      state.inputs.insert(Input(event: event), at: 0)
      state.isWorking = true
      return true
    }
    if isNew { Task { await work() } }
  }

  /// Delivers the transaction of a payout, and stores it with all orders of that or not at all.
  func join(_ joint: JointCommit, with signedTransaction: SignedTransaction) {
    let event = OrderEvent.prepared(signedTransaction, isShared: joint.isShared)
    if !deliver(Input(event: event, joint: joint)) { joint.decline() }
  }

  /// Goes on with a new order that was stored.
  ///
  /// - Parameter turn: The turn at choosing coins with which it was quoted.
  func begin(with effects: [OrderEffect], isFunded: Bool, _ turn: WalletTurn?) {
    state.withLock { state in
      state.isFunded = isFunded
      state.turn = turn
    }
    // The limits were applied before the order was stored, so that the owner is asked without applying them again.
    for effect in effects { if effect == .askOwner { putQuestion() } else { perform(effect) } }
  }

  /// Records whether the wallet has enough funds.
  func noteFunds(_ isFunded: Bool) { state.withLock { $0.isFunded = isFunded } }

  /// Asks the owner about the order, or updates the question that is being shown.
  func putQuestion() {
    state.withLock { $0.isQuestion = true }
    orders.questions.put(read(\.terms))
    // The order may have ended since the question was decided on.
    orders.questions.follow(order)
  }

  func takeTurn() -> WalletTurn? { state.withLock { exchange(&$0.turn, with: nil) } }

  func takePayout() -> Payout? { state.withLock { exchange(&$0.payout, with: nil) } }

  /// Adds an event. Returns `false` if the order is at its end and accepts no more events.
  @discardableResult
  private func deliver(_ input: Input) -> Bool {
    let (isTaken, mustStart) = state.withLock { state in
      guard !state.isOver else { return (false, false) }
      state.inputs.append(input)
      guard state.isTakenUp else { return (true, false) }
      return (true, !exchange(&state.isWorking, with: true))
    }
    if mustStart { Task { await work() } }
    return isTaken
  }

  private func work() async {
    while true {
      let (input, isOver) = state.withLock { state -> (Input?, Bool) in
        guard !state.inputs.isEmpty else {
          state.isWorking = false
          return (nil, state.isOver)
        }
        return (state.inputs.removeFirst(), false)
      }
      guard let input else {
        if isOver { orders.end(read(\.terms.id)) }
        return
      }
      await handle(input)
    }
  }

  private func handle(_ input: Input) async {
    var (order, input) = (self.order, input)
    // What became of a transaction that the order has given up meanwhile says nothing of its present one.
    if let about = input.about, about != order.progress.signedTransaction { input.event = .lookupFailed }
    let effects = order.handle(input.event, at: environment.clock.now())
    let outcome = await store(order, effects: effects, from: input)
    input.answer?.resume(returning: outcome)
    guard case .stored = outcome else {
      if input.joint == nil { undo(input) }
      return
    }
    for effect in effects { perform(effect) }
    if order.state.isTerminal {
      state.withLock { state in
        state.isOver = true
        state.payout = nil
      }
      // The coins of a payment that was made are spent. Otherwise they stay reserved until the wallet has released
      // them.
      if let signedTransaction = order.progress.signedTransaction {
        wallet.settle(signedTransaction, isKept: order.state != .succeeded)
      }
    }
  }

  /// Stores a new version, if there is one. The effects may be carried out only if this succeeds.
  private func store(_ order: OrderMachine, effects: [OrderEffect], from input: Input) async -> Outcome {
    let earlier = self.order
    guard effects.contains(.report) else {
      input.joint?.decline()
      // What is not stored of an order, such as the number of failures, may have changed.
      state.withLock { $0.order = order }
      return .stored(effects)
    }
    do throws(LedgerError) {
      let change = try orders.store.next(order, after: earlier, input.event)
      if let joint = input.joint, order.state == .submitting {
        guard await joint.offer(change) == .stored else { return .failed }
        state.withLock { $0.payout = joint.payout }
      } else {
        // What the event has led to without the transaction is stored by itself.
        input.joint?.decline()
        switch await orders.store.commit([change], limits: input.limits) {
        case .stored: break
        case .refused(let refusal): return .refused(refusal)
        case .earlier: return .failed
        case .failed(let error): throw error
        }
      }
    } catch {
      input.joint?.decline()
      environment.ledgerTrouble(error)
      return .failed
    }
    state.withLock { state in
      state.order = order
      if order.state != .awaitingApproval { state.isQuestion = false }
    }
    orders.publish(order, since: earlier)
    return .stored(effects)
  }

  /// Handles that the order could not be stored: the event is delivered again later.
  private func undo(_ input: Input) {
    switch input.event {
    // Nobody waits for the outcome, so that nobody repeats it.
    case .cancelRequested where input.answer == nil: post(after: .seconds(5), .cancelRequested)
    // The owner is told that it was not stored.
    case .created, .tick, .cancelRequested, .approved, .denied, .unlocked, .released, .adopted: break
    // Another order may have taken the payment that was found; the next look tells.
    case .lookedUp: post(after: .seconds(5), .lookupFailed)
    default: post(after: .seconds(5), input.event)
    }
  }

  private func post(after wait: Duration, _ event: OrderEvent) {
    orders.waits.run(after: wait) { [self] in post(event) }
  }

  // MARK: Effects

  private func perform(_ effect: OrderEffect) {
    switch effect {
    case .report, .answerCancel, .refuseApproval: break
    case .requestQuote(let wait): call(.quote, effect, after: wait) { await $0.quote() }
    case .askOwner: run { await Approver(orders: $0.orders).ask($0) }
    case .withdrawQuestion: orders.questions.withdraw(read(\.terms.id))
    case .prepare(let feeCap, let wait): call(.prepare, effect, after: wait) { await $0.prepare(feeCap) }
    case .broadcast(let signedTransaction):
      let now = environment.clock.now()
      guard state.withLock({ $0.order.mayHandOver(at: now) }) else { return post(.tick) }
      call(.broadcast, effect) { await $0.broadcast(signedTransaction) }
    case .lookup(let signedTransaction, let wait):
      call(.lookup, effect, after: wait) { await $0.lookUp(signedTransaction) }
    case .follow(let signedTransaction):
      // A block that came during the call may contain the payment. Later ones are noticed by the monitor of the wallet.
      guard wallet.blocksSeen.load(ordering: .sequentiallyConsistent) != state.withLock({ $0.blocksSeen }) else {
        break
      }
      call(.lookup, .lookup(signedTransaction, after: .zero)) { await $0.lookUp(signedTransaction) }
    case .lockInputs(let signedTransaction):
      run { await CoinLocks($0.wallet, $0.orders).lock(signedTransaction, of: $0) }
    case .releaseInputs: run { await $0.releaseInputs() }
    }
  }

  private func run(_ body: @escaping @Sendable (LiveOrder) async -> Void) {
    Task { await body(self) }
  }

  private func releaseInputs() async {
    do throws(LedgerError) {
      try await CoinLocks(wallet, orders).release()
    } catch {
      // The next look at the wallet tries again.
      environment.ledgerTrouble(error)
    }
  }

  /// Calls the wallet after a delay, if the order still needs the call then, and delivers its answer as an event.
  private func call(
    _ kind: WalletCallSlots.Kind, _ effect: OrderEffect, after wait: Duration = .zero,
    _ ask: @escaping @Sendable (LiveOrder) async -> OrderEvent?
  ) {
    let ticket = state.withLock { $0.calls.request(kind) }
    orders.waits.run(after: environment.shortened(wait)) { [self] in
      Task {
        guard !environment.isStopping, begin(ticket, effect) else {
          // What was to be built is not, so that others may choose coins.
          if kind == .prepare { _ = takeTurn() }
          return
        }
        let event = await ask(self)
        if case .lookup(let signedTransaction, _) = effect {
          finish(kind, event, about: signedTransaction)
        } else {
          finish(kind, event)
        }
      }
    }
  }

  /// Asks for the status of the payment now, if the network has it and nothing else is under way.
  func followUp() async {
    guard !environment.isStopping, read(\.isFollowed),
      let signedTransaction = read(\.progress.signedTransaction),
      begin(state.withLock { $0.calls.request(.lookup) }, .follow(signedTransaction))
    else { return }
    finish(.lookup, await lookUp(signedTransaction), about: signedTransaction)
  }

  /// Returns whether a call is to be made now: it is the latest one of its kind, the order still needs it, and no call
  /// of this kind is running, whose answer would be sufficient.
  private func begin(_ ticket: WalletCallSlots.Ticket, _ effect: OrderEffect) -> Bool {
    state.withLock { state in
      guard state.order.wants(effect), state.calls.begin(ticket) else { return false }
      state.blocksSeen = wallet.blocksSeen.load(ordering: .sequentiallyConsistent)
      return true
    }
  }

  private func finish(
    _ kind: WalletCallSlots.Kind, _ event: OrderEvent?, about signedTransaction: SignedTransaction? = nil
  ) {
    // This is reset before the event is handled, because the event may lead to the same call again.
    state.withLock { $0.calls.end(kind) }
    if let event { deliver(Input(event: event, about: signedTransaction)) }
  }
}
