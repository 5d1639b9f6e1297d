import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// Carries one payment order through its life: takes events one at a time, stores what the machine reports, and only
/// then does what it asks for.
///
/// While there are events one task works them off, so that no two of an order are handled at once; what takes time (the
/// wallet, a wait) runs beside it and comes back as an event. An order that waits holds no task.
final class OrderProcess: Sendable {
  /// An event, and who waits for what it leads to.
  private struct Input: Sendable {
    let event: OrderEvent
    /// Limits of the app that are to hold from this event on, stored with it or not at all.
    var limits: PaymentLimits?
    let answer: CheckedContinuation<Outcome, Never>?
  }

  /// What an event led to.
  enum Outcome: Sendable {
    /// The event is stored, and these are its effects.
    case stored([OrderEffect])
    /// The event was not stored, since the payment does not fit into the app's limits.
    case exceeded(BudgetExceeded)
    /// The event was not stored, since the ledger failed.
    case failed
  }

  /// What the wallet is asked for, one at a time of each kind.
  private enum Step: Int {
    case quote, prepare, broadcast, lookup
  }

  private struct State {
    var order: OrderMachine
    /// Counts the steps of each kind that were asked for; an earlier one that still waits is void.
    var turns = SIMD4<UInt32>()
    /// Whether a step of each kind is with the wallet.
    var isUnderWay = SIMD4<UInt8>()
    var inputs: [Input] = []
    var isWorking = false
    /// The order is at its end: what has arrived is still answered, and nothing more is taken.
    var isOver = false
    /// The owner is asked, or was until the quote was asked for again.
    var isQuestion = false
    /// Events are worked off; before that they wait.
    var isTakenUp = true
    /// Whether the wallet had enough when it was asked last; `nil` where that is not known.
    var isFunded: Bool?
  }

  let context: ProviderContext
  /// The largest fee that the owner could have seen last.
  let shownFeeCap: ShownFeeCap
  private let wallet: CurrencyWallet
  private let onEnd: @Sendable (OrderID) -> Void
  private let state: Mutex<State>

  /// Takes over an order that is stored as it stands.
  init(
    _ order: OrderMachine, wallet: CurrencyWallet, context: ProviderContext, isTakenUp: Bool = true,
    onEnd: @escaping @Sendable (OrderID) -> Void
  ) {
    self.context = context
    self.wallet = wallet
    self.onEnd = onEnd
    shownFeeCap = ShownFeeCap(order)
    state = Mutex(State(order: order, isTakenUp: isTakenUp))
  }

  /// Whether what happens to the order takes effect yet: one of an earlier run waits until its wallet has told what it
  /// sent.
  var isTakenUp: Bool { state.withLock { $0.isTakenUp } }

  /// Lets what happens to the order take effect from now on, this event first.
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

  /// The order as last stored.
  var order: OrderMachine { state.withLock { $0.order } }

  /// The wallet that pays it.
  var backend: any WalletBackend { wallet.backend }

  /// Whether its wallet is configured.
  var hasWallet: Bool { !(wallet.backend is AbsentWallet) }

  /// Something of the order as last stored, without a copy of all of it, which costs a reference count for each text.
  func read<Part>(_ part: (OrderMachine) -> Part) -> Part { state.withLock { part($0.order) } }

  /// Hands over an event; the outcome shows in the ledger.
  func post(_ event: OrderEvent) {
    deliver(Input(event: event, answer: nil))
  }

  /// Asks to cancel and waits for the answer; `nil` where the ledger failed.
  func cancel() async -> CancelAnswer? {
    guard case .stored(let effects) = await outcome(of: .cancelRequested) else { return nil }
    return effects.lazy.compactMap { if case .answerCancel(let answer) = $0 { answer } else { nil } }.first ?? .tooLate
  }

  /// What an event leads to, once that is stored; no effects where the order is at its end.
  func outcome(of event: OrderEvent, setting limits: PaymentLimits? = nil) async -> Outcome {
    await withCheckedContinuation { continuation in
      let isTaken = deliver(Input(event: event, limits: limits, answer: continuation))
      if !isTaken { continuation.resume(returning: .stored([])) }
    }
  }

  /// Carries out effects whose report was stored by the caller, as at the order's creation.
  func carryOut(_ effects: [OrderEffect]) {
    // The limits were asked before it was stored.
    for effect in effects { if effect == .askOwner { putQuestion() } else { perform(effect) } }
  }

  /// Whether the wallet had enough when it was asked last; `nil` where that is not known.
  var isFunded: Bool? { state.withLock { $0.isFunded } }

  /// Notes whether the wallet has enough.
  func noteFunds(_ isFunded: Bool) { state.withLock { $0.isFunded = isFunded } }

  /// Whether the wallet has enough by now, as far as it tells.
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

  /// Whether the owner was asked about it and has not answered.
  var isQuestion: Bool { state.withLock { $0.isQuestion && $0.order.state == .awaitingApproval } }

  /// Puts the question to the owner, or brings it up to date.
  func putQuestion() {
    state.withLock { $0.isQuestion = true }
    context.prompts.put(read(\.terms))
    // The order may have ended since the question was decided on.
    context.prompts.follow(order)
  }

  /// False when the order is at its end and takes nothing more.
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
    let effects = order.handle(input.event, at: context.clock.now())
    let outcome = await store(order, effects, setting: input.limits)
    input.answer?.resume(returning: outcome)
    guard case .stored = outcome else {
      undo(input.event)
      return
    }
    for effect in effects { perform(effect) }
    if order.state.isTerminal {
      state.withLock { $0.isOver = true }
      // What was paid is spent; what was not stays its own until the wallet has freed it.
      if let signedTransaction = order.progress.signedTransaction {
        wallet.settle(signedTransaction, isKept: order.state != .succeeded)
      }
    }
  }

  /// Stores a new version, its event and what it takes of the budget in one transaction; only where that is stored may
  /// the effects be carried out.
  private func store(
    _ order: OrderMachine, _ effects: [OrderEffect], setting limits: PaymentLimits?
  ) async -> Outcome {
    if effects.contains(.report) {
      let (expected, before) = read { ($0.version, $0.countedTotal) }
      let excess = Mutex<BudgetExceeded?>(nil)
      do throws(LedgerError) {
        let event = try NewEvent(order)
        let audit = OrderAudit.changed(order, since: read(OrderMoment.init))
        let grants = context.grants
        try await context.ledger.write { transaction throws(LedgerError) in
          if let limits { try grants.setLimits(limits, of: order.terms.app, order.terms.currency, in: transaction) }
          if let exceeded = try grants.book(order, before: before, in: transaction) {
            excess.withLock { $0 = exceeded }
            // Takes back the limits too.
            throw .abandoned
          }
          try transaction.updateOrder(order, expectedVersion: expected)
          try transaction.appendEvent(event)
          try transaction.appendAudit(audit)
        }
      } catch {
        if let exceeded = excess.withLock({ $0 }) { return .exceeded(exceeded) }
        context.ledgerTrouble(error)
        return .failed
      }
    }
    state.withLock { state in
      state.order = order
      if order.state != .awaitingApproval { state.isQuestion = false }
    }
    if effects.contains(.report) {
      context.prompts.follow(order)
      context.hub.changed([order.terms.id.rawValue], of: order.terms.app)
    }
    return .stored(effects)
  }

  /// The order could not be stored: the event comes again later.
  private func undo(_ event: OrderEvent) {
    switch event {
    case .prepared: post(after: .seconds(5), .prepareFailed(.temporary))
    case .created, .tick, .cancelRequested, .approved, .denied, .unlocked: break
    default: post(after: .seconds(5), event)
    }
  }

  private func perform(_ effect: OrderEffect) {
    switch effect {
    case .report, .answerCancel, .refuseApproval: break
    case .requestQuote(let wait): take(.quote, effect, after: wait) { await $0.quote() }
    case .askOwner: run { await $0.ask() }
    case .withdrawPrompt: context.prompts.withdraw(read(\.terms.id))
    case .prepare(let feeCap, let wait): take(.prepare, effect, after: wait) { await $0.prepare(feeCap) }
    case .persistTransaction: post(.transactionStored)
    case .broadcast(let signedTransaction): take(.broadcast, effect) { await $0.broadcast(signedTransaction) }
    case .lookup(let signedTransaction, let wait):
      take(.lookup, effect, after: wait) { await $0.lookUp(signedTransaction) }
    case .lockInputs(let signedTransaction): run { await $0.wallet.lockInputs(of: $0, signedTransaction) }
    case .releaseInputs: run { await $0.freeInputs() }
    }
  }

  private func run(_ body: @escaping @Sendable (OrderProcess) async -> Void) {
    Task { await body(self) }
  }

  /// Asks the wallet after a wait, where the order still wants it then, and hands over what it answers.
  private func take(
    _ step: Step, _ effect: OrderEffect, after wait: Duration = .zero,
    _ ask: @escaping @Sendable (OrderProcess) async -> OrderEvent
  ) {
    let turn = state.withLock { state in
      state.turns[step.rawValue] &+= 1
      return state.turns[step.rawValue]
    }
    context.orders.waits.run(after: context.shortened(wait)) { [self] in
      Task {
        guard !context.isStopping, begin(step, turn, effect) else { return }
        let event = await ask(self)
        // Before the event: it may lead to the same step again.
        state.withLock { $0.isUnderWay[step.rawValue] = 0 }
        await handOver(event)
      }
    }
  }

  /// Whether a step is to be taken now: it is the latest of its kind, the order still wants it, and none like it is
  /// under way, whose answer will do.
  private func begin(_ step: Step, _ turn: UInt32, _ effect: OrderEffect) -> Bool {
    state.withLock { state in
      guard state.turns[step.rawValue] == turn, state.isUnderWay[step.rawValue] == 0, state.order.wants(effect) else {
        return false
      }
      state.isUnderWay[step.rawValue] = 1
      return true
    }
  }

  private func post(after wait: Duration, _ event: OrderEvent) {
    context.orders.waits.run(after: wait) { [self] in post(event) }
  }
}

extension OrderProcess {
  /// Keeps the coins of its transaction, if it has one; at a start.
  func keepInputs() { wallet.keepInputs(of: order, log: context.log) }

  private func freeInputs() async {
    do throws(LedgerError) {
      try await wallet.freeInputs(context.ledger)
    } catch {
      // The next look at the wallet tries again.
      context.ledgerTrouble(error)
    }
  }

  /// Hands over what the wallet answered. A transaction that it built belongs to the order once that is stored; where it
  /// was not stored its coins are set free.
  private func handOver(_ event: OrderEvent) async {
    guard case .prepared(let signedTransaction) = event else { return post(event) }
    _ = await outcome(of: event)
    if read(\.progress.signedTransaction)?.transactionID != signedTransaction.transactionID {
      wallet.settle(signedTransaction, isKept: false)
    }
  }

  private func quote() async -> OrderEvent {
    let terms = read(\.terms)
    if let requote = await wallet.requoteWhateverTheFunds(terms, context) {
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

  private func prepare(_ feeCap: Amount) async -> OrderEvent {
    guard !context.walletLock.isLocked else { return .prepareFailed(.ownerLocked) }
    let terms = read(\.terms)
    switch await SendWatch(wallet: wallet, context: context).clearance(for: terms) {
    case .clear: break
    case .notCompared: return .prepareFailed(.temporary)
    case .review: return .held
    }
    do throws(LedgerError) {
      guard try await AppPayments.isApproved(terms.app, context) else { return .cancelRequested }
    } catch {
      return .prepareFailed(.temporary)
    }
    await wallet.building.enter()
    defer { wallet.building.leave() }
    // The order may have ended while others were built: then nothing is to be built for it.
    guard read({ $0.wants(.prepare(feeCap: feeCap, after: .zero)) }) else { return .prepareFailed(.temporary) }
    do throws(WalletError) {
      let intent = PaymentIntent(address: terms.address, amount: terms.amount)
      try await wallet.turns.begin(.payment, ofOrderOf: terms.app)
      defer { wallet.turns.end() }
      let signedTransaction = try await wallet.backend.prepare(intent, feeCap: feeCap)
      // Locked while it was built: it is in nobody's hands yet, so it need not go out.
      guard !context.walletLock.isLocked else {
        wallet.settle(signedTransaction, isKept: false)
        return .prepareFailed(.ownerLocked)
      }
      return .prepared(signedTransaction)
    } catch {
      return .prepareFailed(PrepareRefusal(error))
    }
  }

  /// Has the wallet remember whose payment it is, and then hand it over.
  private func broadcast(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    // From here on the wallet knows what it spends, or its coins may be locked: the next payment can be built.
    defer { wallet.settle(signedTransaction, isKept: true) }
    let mark = SendMark(provider: context.identity.id, transactionID: signedTransaction.transactionID)
    do throws(WalletError) {
      try await wallet.backend.mark(signedTransaction, paying: read(\.terms.address), as: mark.text)
    } catch .unavailable, .timeout, .syncing {
      // A wallet in this state would not take the payment either.
      return .commitDoubt
    } catch {
      // The wallet pays without the mark: an old ledger will not be recognised by this payment, and nothing else is
      // lost.
      context.log.warning(
        "the wallet refused to mark a payment", metadata: ["order": "\(read(\.terms.id.rawValue))"])
    }
    do throws(WalletError) {
      try await wallet.turns.begin(.payment, ofOrderOf: read(\.terms.app))
      defer { wallet.turns.end() }
      switch try await wallet.backend.commit(signedTransaction) {
      case .accepted: return .commitAccepted
      case .rejected(.conflicted): return .commitRejected(.conflicted)
      case .rejected(.invalid): return .commitRejected(.invalidTransaction)
      }
    } catch {
      // Whatever went wrong, the network may have it.
      return .commitDoubt
    }
  }

  private func lookUp(_ signedTransaction: SignedTransaction) async -> OrderEvent {
    do throws(WalletError) {
      try await wallet.turns.begin(.order, ofOrderOf: read(\.terms.app))
      defer { wallet.turns.end() }
      let lookup = try await wallet.backend.lookup(signedTransaction)
      return .lookedUp(try await ReplacedPayment(order: order, context: context).checked(lookup))
    } catch {
      return .lookupFailed
    }
  }
}
