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
final class OrderProcess: Sendable {
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
    /// The event was not stored, since the payment does not fit into the app's limits.
    case exceeded(BudgetExceeded)
    /// The event was not stored, since the payment needs the owner's PIN.
    case needsPIN
    /// The event was not stored, since other limits are in force than those that it changes.
    case limitsChanged
    /// The event was not stored, since the ledger failed.
    case failed
  }

  /// The kinds of calls to the wallet. Only one call of each kind runs at a time.
  private enum Step: Int {
    case quote, prepare, broadcast, lookup
  }

  private struct State {
    var order: OrderMachine
    /// Counts the requested calls of each kind. A call that still waits is void if a later one was requested.
    var turns = SIMD4<UInt32>()
    /// For each kind, whether a call is running at present.
    var isUnderWay = SIMD4<UInt8>()
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
    /// The turn at choosing coins, while the payment is built and handed over.
    var turn: WalletTurn?
    /// Hands over the transaction that the order shares with others, until it did so.
    var shared: SharedBroadcast?
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

  /// Delivers the transaction that is to pay this order and others, and stores it with all of them or not at all.
  func join(_ joint: JointCommit, with signedTransaction: SignedTransaction) {
    let isTaken = deliver(Input(event: .preparedTogether(signedTransaction), joint: joint, answer: nil))
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
    let outcome =
      if let joint = input.joint { await store(order, effects, input, jointly: joint) } else {
        await store(order, effects, input)
      }
    input.answer?.resume(returning: outcome)
    guard case .stored = outcome else {
      if input.joint == nil { undo(input) }
      return
    }
    for effect in effects { perform(effect) }
    if order.state.isTerminal {
      state.withLock { $0.isOver = true }
      // The coins of a payment that was made are spent. Otherwise they stay reserved until the wallet has released
      // them.
      if let signedTransaction = order.progress.signedTransaction {
        wallet.settle(signedTransaction, isKept: order.state != .succeeded)
      }
    }
  }

  /// Stores a new version, its event and its part of the budget in one transaction. The effects may be carried out only
  /// if this succeeds.
  private func store(_ order: OrderMachine, _ effects: [OrderEffect], _ input: Input) async -> Outcome {
    if effects.contains(.report) {
      let refusal = Mutex<OrderRefusal?>(nil)
      do throws(LedgerError) {
        let version = try OrderVersion(order, after: self.order, input.event, payments.grants)
        let (grants, limits) = (payments.grants, input.limits)
        try await core.ledger.write { transaction in
          if let limits, try !grants.set(limits, of: order.terms.app, order.terms.currency, in: transaction) {
            refusal.withLock { $0 = .limitsChanged }
            throw LedgerError.abandoned
          }
          if let refused = try version.write(in: transaction) {
            refusal.withLock { $0 = refused }
            // This also rolls back the new limits.
            throw LedgerError.abandoned
          }
        }
      } catch {
        switch refusal.withLock({ $0 }) {
        case .exceeded(let exceeded): return .exceeded(exceeded)
        case .needsPIN: return .needsPIN
        case .limitsChanged: return .limitsChanged
        case .locked, .appRevoked, .doubtful, .replacementTaken: return .failed
        case nil:
          core.ledgerTrouble(error)
          return .failed
        }
      }
    }
    take(order, effects)
    return .stored(effects)
  }

  /// Stores the version with those of other orders that the same transaction pays. If this order does not take the
  /// transaction, none of them does, and what the event has led to otherwise is stored by itself.
  private func store(
    _ order: OrderMachine, _ effects: [OrderEffect], _ input: Input, jointly joint: JointCommit
  ) async -> Outcome {
    guard order.state == .submitting, effects.contains(.report) else {
      joint.decline()
      return await store(order, effects, input)
    }
    do throws(LedgerError) {
      let version = try OrderVersion(order, after: self.order, input.event, payments.grants)
      guard await joint.offer(version) == .stored else { return .failed }
    } catch {
      joint.decline()
      core.ledgerTrouble(error)
      return .failed
    }
    state.withLock { $0.shared = joint.broadcast }
    take(order, effects)
    return .stored(effects)
  }

  /// Goes on with a version that is stored.
  private func take(_ order: OrderMachine, _ effects: [OrderEffect]) {
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
    case .prepared: post(after: .seconds(5), .prepareFailed(.temporary))
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
    case .requestQuote(let wait): take(.quote, effect, after: wait) { await $0.quote() }
    case .askOwner: run { await $0.ask() }
    case .withdrawPrompt: payments.prompts.withdraw(read(\.terms.id))
    case .prepare(let feeCap, let wait): take(.prepare, effect, after: wait) { await $0.prepare(feeCap) }
    case .broadcast(let signedTransaction):
      let now = core.clock.now()
      guard state.withLock({ $0.order.mayHandOver(at: now) }) else { return post(.tick) }
      take(.broadcast, effect) { await $0.broadcast(signedTransaction) }
    case .lookup(let signedTransaction, let wait):
      take(.lookup, effect, after: wait) { await $0.lookUp(signedTransaction) }
    case .follow(let signedTransaction):
      // A block that came during the call may contain the payment. Later ones are noticed by the monitor of the wallet.
      guard wallet.blocksSeen.load(ordering: .sequentiallyConsistent) != state.withLock({ $0.blocksSeen }) else {
        break
      }
      take(.lookup, .lookup(signedTransaction, after: .zero)) { await $0.lookUp(signedTransaction) }
    case .lockInputs(let signedTransaction): run { await $0.wallet.lockInputs(of: $0, signedTransaction) }
    case .releaseInputs: run { await $0.freeInputs() }
    }
  }

  private func run(_ body: @escaping @Sendable (OrderProcess) async -> Void) {
    Task { await body(self) }
  }

  /// Calls the wallet after a delay, if the order still needs the call then, and delivers its answer as an event.
  private func take(
    _ step: Step, _ effect: OrderEffect, after wait: Duration = .zero,
    _ ask: @escaping @Sendable (OrderProcess) async -> OrderEvent?
  ) {
    let turn = nextTurn(step)
    payments.orders.waits.run(after: core.shortened(wait)) { [self] in
      Task {
        guard !core.isStopping, begin(step, turn, effect) else { return endTurn(ifNobodyNeedsIt: step, turn) }
        await finish(step, await ask(self))
      }
    }
  }

  /// Asks for the status of the payment now, if the network has it and nothing else is under way.
  func followUp() async {
    guard !core.isStopping, read(\.isFollowed), let signedTransaction = read(\.progress.signedTransaction),
      begin(.lookup, nextTurn(.lookup), .follow(signedTransaction))
    else { return }
    await finish(.lookup, await lookUp(signedTransaction))
  }

  private func nextTurn(_ step: Step) -> UInt32 {
    state.withLock { state in
      state.turns[step.rawValue] &+= 1
      return state.turns[step.rawValue]
    }
  }

  private func finish(_ step: Step, _ event: OrderEvent?) async {
    // This is reset before the event is handled, because the event may lead to the same call again.
    state.withLock { $0.isUnderWay[step.rawValue] = 0 }
    if let event { await handOver(event) }
  }

  /// Returns whether a call is to be made now: it is the latest one of its kind, the order still needs it, and no call
  /// of this kind is running, whose answer would be sufficient.
  private func begin(_ step: Step, _ turn: UInt32, _ effect: OrderEffect) -> Bool {
    state.withLock { state in
      guard state.turns[step.rawValue] == turn, state.isUnderWay[step.rawValue] == 0, state.order.wants(effect) else {
        return false
      }
      state.isUnderWay[step.rawValue] = 1
      state.blocksSeen = wallet.blocksSeen.load(ordering: .sequentiallyConsistent)
      return true
    }
  }

  /// Ends the turn at choosing coins where the latest call that was to use it is not made. An older call ends nothing: the
  /// turn is that of the later one.
  private func endTurn(ifNobodyNeedsIt step: Step, _ turn: UInt32) {
    guard step == .prepare || step == .broadcast else { return }
    let isNeeded = state.withLock { $0.turns[step.rawValue] != turn || $0.isUnderWay[step.rawValue] != 0 }
    if !isNeeded { keep(nil) }
  }

  private func post(after wait: Duration, _ event: OrderEvent) {
    payments.orders.waits.run(after: wait) { [self] in post(event) }
  }
}

extension OrderProcess {
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

  /// Hands over what the wallet answered. A transaction that it built belongs to the order once that is stored; where
  /// it was not stored its coins are set free.
  private func handOver(_ event: OrderEvent) async {
    guard case .prepared(let signedTransaction) = event else {
      // Nothing was built, for whatever reason, or it is handed over by now.
      keep(nil)
      return post(event)
    }
    _ = await outcome(of: event)
    if read(\.progress.signedTransaction)?.transactionID != signedTransaction.transactionID {
      wallet.settle(signedTransaction, isKept: false)
      keep(nil)
    }
  }

  /// Keeps the turn at choosing coins, or ends it with `nil`.
  func keep(_ turn: WalletTurn?) {
    // The former turn is released outside of the lock, because its end resumes another task.
    let former = state.withLock { state in
      defer { state.turn = turn }
      return state.turn
    }
    withExtendedLifetime(former) {}
  }

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

  /// Has the wallet build the payment; `nil` if it is stored already, with others that one transaction pays.
  private func prepare(_ feeCap: Amount) async -> OrderEvent? {
    guard !payments.walletLock.isLocked else { return .prepareFailed(.ownerLocked) }
    let terms = read(\.terms)
    switch await SendWatch(wallet: wallet, payments: payments).clearance(for: terms) {
    case .clear: break
    case .notCompared: return .prepareFailed(.temporary)
    case .review: return .held
    }
    let intent = PaymentIntent(address: terms.address, amount: terms.amount)
    do throws(LedgerError) {
      guard try await AppPayments.isApproved(terms.app, core.ledger) else { return .cancelRequested }
      // The owner has set a PIN since a limit let this payment through. With a new quote it goes to the owner.
      if try await needsPIN() { return .prepareFailed(.feeAboveCap) }
      if try await isBatched(terms) {
        switch await payTogether(PayoutBatches.Member(self, intent, feeCap: feeCap)) {
        case .stored: return nil
        case .alone: break
        case .failed(let refusal): return .prepareFailed(refusal)
        }
      }
    } catch {
      return .prepareFailed(.temporary)
    }
    do throws(WalletError) {
      if state.withLock({ $0.turn == nil }) { keep(try await wallet.choosing.turn(ofOrderOf: terms.app)) }
    } catch {
      return .prepareFailed(.temporary)
    }
    // The order may have ended while others were built: then nothing is to be built for it.
    guard read({ $0.wants(.prepare(feeCap: feeCap, after: .zero)) }) else { return .prepareFailed(.temporary) }
    do throws(WalletError) {
      try await wallet.turns.begin(.payment, ofOrderOf: terms.app)
      defer { wallet.turns.end() }
      let signedTransaction = try await wallet.backend.prepare(intent, feeCap: feeCap)
      // The owner locked the provider while the transaction was built. It was not handed to anybody yet, so it is
      // discarded.
      guard !payments.walletLock.isLocked else {
        wallet.settle(signedTransaction, isKept: false)
        return .prepareFailed(.ownerLocked)
      }
      return .prepared(signedTransaction)
    } catch {
      return .prepareFailed(PrepareRefusal(error))
    }
  }

  /// Whether the payment was approved by a limit of its app, and is above what may go without the owner's PIN.
  private func needsPIN() async throws(LedgerError) -> Bool {
    let (order, grants) = (self.order, payments.grants)
    return try await core.ledger.read { reader in try UnaskedPayment.needsPIN(order, grants, reader) }
  }

  /// Whether the order may leave in one transaction with others. One that has a turn at choosing coins already, does
  /// not wait for others.
  private func isBatched(_ terms: OrderTerms) async throws(LedgerError) -> Bool {
    guard wallet.backend.mostRecipients > 1, state.withLock({ $0.turn == nil }) else { return false }
    let grants = payments.grants
    return try await core.ledger.read { reader in try grants.limits(of: terms.app, terms.currency, reader).isBatching }
  }

  private func payTogether(_ member: PayoutBatches.Member) async -> PayoutBatches.Outcome {
    let (wallet, payments) = (wallet, payments)
    return await wallet.batches.outcome(of: member) { members in
      await wallet.payTogether(members, payments)
    }
  }

  /// Hands the transaction to the network; one that pays other orders too is handed over once for all of them.
  private func broadcast(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    let shared = state.withLock { state in
      defer { state.shared = nil }
      return state.shared
    }
    if let shared { return await shared.outcome { await self.send(signedTransaction) } }
    if read(\.state) == .submitting { return await send(signedTransaction) }
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
