import Ledger
import Logging
import OwnerAPI
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// Carries out one payment order. It handles one event at a time, stores the new version that the machine reports, and
/// only then carries out the effects.
///
/// While there are events, one task handles them, so that two events of an order are never handled at once. Work that
/// takes time (calls of the wallet, delays) runs concurrently, and its result is delivered as an event. An order that
/// waits uses no task.
///
/// It is no actor, because events come from places that do not wait: an actor would need a task for each, and lose their
/// sequence.
final class LiveOrder: Sendable {
  /// An event, with the continuation that waits for its outcome.
  private struct Input: Sendable {
    let event: OrderEvent
    /// New limits of the app that apply from this event on. They are stored together with it or not at all.
    var limits: LimitsChange?
    /// The commit in which several orders store the transaction of the event together.
    var joint: JointCommit?
    let answer: CheckedContinuation<Outcome, Never>?
  }

  /// What an event led to.
  enum Outcome: Sendable {
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

  let payments: Payments

  var core: ProviderCore { payments.core }
  /// The largest fee that the owner was shown most recently.
  let shownFeeCap: ShownFeeCap
  let wallet: CurrencyWallet
  private let onEnd: @Sendable (OrderID) -> Void
  private let state: Mutex<State>

  /// Creates the process of an order that is stored in this version.
  init(
    _ order: OrderMachine, wallet: CurrencyWallet, payments: Payments, isTakenUp: Bool = true,
    onEnd: @escaping @Sendable (OrderID) -> Void
  ) {
    self.payments = payments
    self.wallet = wallet
    self.onEnd = onEnd
    shownFeeCap = ShownFeeCap(order)
    state = Mutex(State(order: order, isTakenUp: isTakenUp))
  }

  /// Whether events of the order are handled yet. An order of an earlier run waits until its wallet has reported what
  /// it sent.
  var isTakenUp: Bool { state.withLock { $0.isTakenUp } }

  /// Begins to handle events: first this one, and then those that were collected.
  func takeUp(_ event: OrderEvent) {
    let isNew = state.withLock { state in
      guard !state.isTakenUp else { return false }
      state.isTakenUp = true
      state.inputs.insert(Input(event: event, answer: nil), at: 0)
      state.isWorking = true
      return true
    }
    if isNew { Task { await work() } }
  }

  /// The order as it was last stored.
  var order: OrderMachine { state.withLock { $0.order } }

  /// The wallet that pays the order.
  var backend: any WalletBackend { wallet.backend }

  /// Whether the order's wallet is configured.
  var hasWallet: Bool { !(wallet.backend is AbsentWallet) }

  /// Reads a part of the order as it was last stored, without copying the whole order, which would retain each of its
  /// texts.
  func read<Part>(_ part: (OrderMachine) -> Part) -> Part { state.withLock { part($0.order) } }

  /// Delivers an event without waiting for its outcome.
  func post(_ event: OrderEvent) {
    deliver(Input(event: event, answer: nil))
  }

  /// Cancels the order and returns the answer; `nil` if the ledger failed.
  func cancel() async -> CancelAnswer? {
    guard case .stored(let effects) = await outcome(of: .cancelRequested) else { return nil }
    return effects.lazy.compactMap { if case .answerCancel(let answer) = $0 { answer } else { nil } }.first ?? .tooLate
  }

  /// Delivers an event and returns its outcome once it is stored. If the order is at its end, there are no effects.
  func outcome(of event: OrderEvent, setting limits: LimitsChange? = nil) async -> Outcome {
    await withCheckedContinuation { continuation in
      let isTaken = deliver(Input(event: event, limits: limits, answer: continuation))
      if !isTaken { continuation.resume(returning: .stored([])) }
    }
  }

  /// Delivers the transaction of a payout, and stores it with all orders of that or not at all.
  func join(_ joint: JointCommit, with signedTransaction: SignedTransaction) {
    let event = OrderEvent.prepared(signedTransaction, isShared: joint.isShared)
    let isTaken = deliver(Input(event: event, joint: joint, answer: nil))
    if !isTaken { joint.decline() }
  }

  /// Carries out the effects of a version that the caller has stored, as when the order is created.
  func carryOut(_ effects: [OrderEffect]) {
    // The limits were applied before the order was stored, so that the owner is asked without applying them again.
    for effect in effects { if effect == .askOwner { putQuestion() } else { perform(effect) } }
  }

  /// Whether the wallet had enough funds at the last quote; `nil` if that is unknown.
  var isFunded: Bool? { state.withLock { $0.isFunded } }

  /// Records whether the wallet has enough funds.
  func noteFunds(_ isFunded: Bool) { state.withLock { $0.isFunded = isFunded } }

  /// Asks the wallet whether it has enough funds by now, if it had not.
  func hasFundsNow() async -> Bool {
    if isFunded == true { return true }
    let terms = read(\.terms)
    do throws(WalletError) {
      try await wallet.turns.begin(.payment, ofOrderOf: terms.app)
      defer { wallet.turns.end() }
      _ = try await wallet.backend.quote(PaymentIntent(address: terms.address, amount: terms.amount))
      noteFunds(true)
    } catch {
      noteFunds(error != .insufficientFunds)
    }
    return isFunded != false
  }

  /// Whether the owner was asked about the order and has not answered.
  var isQuestion: Bool { state.withLock { $0.isQuestion && $0.order.state == .awaitingApproval } }

  /// Asks the owner about the order, or updates the question that is being shown.
  func putQuestion() {
    state.withLock { $0.isQuestion = true }
    payments.prompts.put(read(\.terms))
    // The order may have ended since the question was decided on.
    payments.prompts.follow(order)
  }

  /// Adds an event. Returns `false` if the order is at its end and accepts no more events.
  @discardableResult
  private func deliver(_ input: Input) -> Bool {
    let (isTaken, mustStart) = state.withLock { state in
      guard !state.isOver else { return (false, false) }
      state.inputs.append(input)
      guard state.isTakenUp else { return (true, false) }
      defer { state.isWorking = true }
      return (true, !state.isWorking)
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
        if isOver { onEnd(read(\.terms.id)) }
        return
      }
      await handle(input)
    }
  }

  private func handle(_ input: Input) async {
    var order = self.order
    let effects = order.handle(input.event, at: core.clock.now())
    let outcome = await store(order, effects, input)
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
  private func store(_ order: OrderMachine, _ effects: [OrderEffect], _ input: Input) async -> Outcome {
    if effects.contains(.report) {
      do throws(LedgerError) {
        let change = try OrderChange(order, after: self.order, input.event)
        if let joint = input.joint, order.state == .submitting {
          guard await joint.offer(change) == .stored else { return .failed }
          state.withLock { $0.payout = joint.payout }
        } else {
          // What the event has led to without the transaction is stored by itself.
          input.joint?.decline()
          switch await payments.store.commit([change], limits: input.limits) {
          case .stored: break
          case .refused(let refusal): return .refused(refusal)
          case .earlier: return .failed
          case .failed(let error): throw error
          }
        }
      } catch {
        input.joint?.decline()
        core.ledgerTrouble(error)
        return .failed
      }
    } else {
      input.joint?.decline()
    }
    goOn(order, effects)
    return .stored(effects)
  }

  /// Goes on with a version that is stored.
  private func goOn(_ order: OrderMachine, _ effects: [OrderEffect]) {
    core.note(order, since: self.order)
    if let money = MoneyMoved(order, since: self.order) { payments.notices.moved(money) }
    state.withLock { state in
      state.order = order
      if order.state != .awaitingApproval { state.isQuestion = false }
    }
    if effects.contains(.report) {
      payments.prompts.follow(order)
      core.hub.changed([order.terms.id.rawValue], of: order.terms.app)
    }
  }

  /// Handles that the order could not be stored: the event is delivered again later.
  private func undo(_ input: Input) {
    switch input.event {
    // Nobody waits for the outcome, so that nobody repeats it.
    case .cancelRequested where input.answer == nil: post(after: .seconds(5), .cancelRequested)
    case .created, .tick, .cancelRequested, .approved, .denied, .unlocked: break
    // Another order may have taken the payment that was found; the next look tells.
    case .lookedUp: post(after: .seconds(5), .lookupFailed)
    default: post(after: .seconds(5), input.event)
    }
  }

  private func perform(_ effect: OrderEffect) {
    switch effect {
    case .report, .answerCancel, .refuseApproval: break
    case .requestQuote(let wait): call(.quote, effect, after: wait) { await $0.quote() }
    case .askOwner: run { await $0.ask() }
    case .withdrawPrompt: payments.prompts.withdraw(read(\.terms.id))
    case .prepare(let feeCap, let wait): call(.prepare, effect, after: wait) { await $0.prepare(feeCap) }
    case .broadcast(let signedTransaction):
      let now = core.clock.now()
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
    case .lockInputs(let signedTransaction): run { await $0.wallet.lockInputs(of: $0, signedTransaction) }
    case .releaseInputs: run { await $0.freeInputs() }
    }
  }

  private func run(_ body: @escaping @Sendable (LiveOrder) async -> Void) {
    Task { await body(self) }
  }

  /// Calls the wallet after a delay, if the order still needs the call then, and delivers its answer as an event.
  private func call(
    _ kind: WalletCallSlots.Kind, _ effect: OrderEffect, after wait: Duration = .zero,
    _ ask: @escaping @Sendable (LiveOrder) async -> OrderEvent?
  ) {
    let ticket = state.withLock { $0.calls.request(kind) }
    payments.orders.waits.run(after: core.shortened(wait)) { [self] in
      Task {
        guard !core.isStopping, begin(ticket, effect) else {
          // What was to be built is not, so that others may choose coins.
          if kind == .prepare { _ = takeTurn() }
          return
        }
        finish(kind, await ask(self))
      }
    }
  }

  /// Asks for the status of the payment now, if the network has it and nothing else is under way.
  func followUp() async {
    guard !core.isStopping, read(\.isFollowed), let signedTransaction = read(\.progress.signedTransaction),
      begin(state.withLock { $0.calls.request(.lookup) }, .follow(signedTransaction))
    else { return }
    finish(.lookup, await lookUp(signedTransaction))
  }

  private func finish(_ kind: WalletCallSlots.Kind, _ event: OrderEvent?) {
    // This is reset before the event is handled, because the event may lead to the same call again.
    state.withLock { $0.calls.end(kind) }
    if let event { post(event) }
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

  private func post(after wait: Duration, _ event: OrderEvent) {
    payments.orders.waits.run(after: wait) { [self] in post(event) }
  }
}

extension LiveOrder {
  /// Reserves the coins of the order's transaction, if there is one. Called at a start.
  func reserveInputs() { wallet.reserveInputs(of: order, log: core.log) }

  private func freeInputs() async {
    do throws(LedgerError) {
      try await wallet.freeInputs(core.ledger)
    } catch {
      // The next look at the wallet tries again.
      core.ledgerTrouble(error)
    }
  }

  /// Gives the order the turn at choosing coins with which its quote was asked for.
  func keep(_ turn: WalletTurn?) { state.withLock { $0.turn = turn } }

  private func takeTurn() -> WalletTurn? { state.withLock { exchange(&$0.turn, with: nil) } }

  private func quote() async -> OrderEvent {
    let terms = read(\.terms)
    if let requote = await wallet.requoteWhateverTheFunds(terms, core) {
      if let isFunded = requote.isFunded { noteFunds(isFunded) }
      return requote.event
    }
    do throws(WalletError) {
      try await wallet.turns.begin(.order, ofOrderOf: terms.app)
      defer { wallet.turns.end() }
      let quote = try await wallet.backend.quote(PaymentIntent(address: terms.address, amount: terms.amount))
      return .quoted(fee: quote.fee)
    } catch {
      return .quoteFailed(WalletRefusal(error))
    }
  }

  /// Has the payment built and stored; `nil` if it is.
  private func prepare(_ feeCap: Amount) async -> OrderEvent? {
    let turn = takeTurn()
    guard !payments.walletLock.isLocked else { return .prepareFailed(.ownerLocked) }
    let terms = read(\.terms)
    switch await SendWatch(wallet: wallet, payments: payments).clearance(for: terms) {
    case .clear: break
    case .notCompared: return .prepareFailed(.temporary)
    case .review: return .held
    }
    do throws(LedgerError) {
      guard try await AppPayments.isApproved(terms.app, core.ledger) else { return .cancelRequested }
      // The owner has set a PIN since a limit let this payment through. With a new quote it goes to the owner.
      if try await needsPIN() { return .prepareFailed(.feeAboveCap) }
      // One that has a turn at choosing coins already does not wait for others.
      let isGathered = turn == nil ? try await isBatched(terms) : false
      let intent = PaymentIntent(address: terms.address, amount: terms.amount)
      let member = Payout.Member(self, intent, feeCap: feeCap, turn: turn)
      switch await wallet.payouts.outcome(of: member, isGathered: isGathered) {
      case .stored: return nil
      case .failed(let refusal): return .prepareFailed(refusal)
      }
    } catch {
      return .prepareFailed(.temporary)
    }
  }

  /// Whether the payment was approved by a limit of its app, and is above what may go without the owner's PIN.
  private func needsPIN() async throws(LedgerError) -> Bool {
    let (order, grants) = (self.order, payments.grants)
    return try await core.ledger.read { reader in try UnaskedPayment.needsPIN(order, grants, reader) }
  }

  /// Whether the order may leave in one transaction with others.
  private func isBatched(_ terms: OrderTerms) async throws(LedgerError) -> Bool {
    guard wallet.backend.mostRecipients > 1 else { return false }
    let grants = payments.grants
    return try await core.ledger.read { reader in try grants.limits(of: terms.app, terms.currency, reader).isBatching }
  }

  /// Hands the transaction to the network. The first time that is done once for all orders that it pays.
  private func broadcast(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    if let payout = state.withLock({ exchange(&$0.payout, with: nil) }) {
      return await payout.handOver { await self.send(signedTransaction) }
    }
    do throws(LedgerError) {
      // Another order of this transaction has ended unpaid, so that it must not be paid any more.
      let isWithdrawn = try await core.ledger.read { reader in
        try reader.isWithdrawn(signedTransaction.transactionID)
      }
      return isWithdrawn ? .commitDoubt : await send(signedTransaction)
    } catch {
      return .commitDoubt
    }
  }

  private func lookUp(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    do throws(WalletError) {
      try await wallet.turns.begin(.order, ofOrderOf: read(\.terms.app))
      defer { wallet.turns.end() }
      let lookup = try await wallet.backend.lookup(signedTransaction)
      return .lookedUp(try await ReplacedPayment(order: order, core: core).checked(lookup))
    } catch {
      return .lookupFailed
    }
  }
}
