import Ledger
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// Carries one payment order through its life: takes events one at a time, stores what the machine reports, and only then
/// does what it asks for.
///
/// While there are events one task works them off, so that no two of an order are handled at once; what takes time (the
/// wallet, a wait) runs beside it and comes back as an event. An order that waits holds no task.
final class OrderProcess: Sendable {
  /// An event, and who waits for what it leads to.
  private struct Letter: Sendable {
    let event: OrderEvent
    let answer: CheckedContinuation<Outcome, Never>?
  }

  /// What an event led to.
  private enum Outcome: Sendable {
    /// It is stored, and these are its effects.
    case stored([OrderEffect])
    /// It was not, since the payment does not fit into the app's limits.
    case exceeded(BudgetExceeded)
    /// It was not, since the ledger failed.
    case failed
  }

  /// What the wallet is asked for, one at a time of each kind.
  private enum Step: Int {
    case quote, prepare, broadcast, lookup
  }

  private struct State {
    var order: PaymentOrder
    /// Counts the steps of each kind that were asked for; an earlier one that still waits is void.
    var turns = SIMD4<UInt32>()
    /// Whether a step of each kind is with the wallet.
    var isUnderWay = SIMD4<UInt8>()
    var letters: [Letter] = []
    var isWorking = false
    /// The order is at its end: what has arrived is still answered, and nothing more is taken.
    var isOver = false
  }

  let context: ProviderContext
  private let desk: WalletDesk
  private let onEnd: @Sendable (OrderID) -> Void
  private let state: Mutex<State>

  /// Takes over an order that is stored as it stands.
  init(
    _ order: PaymentOrder, desk: WalletDesk, context: ProviderContext, onEnd: @escaping @Sendable (OrderID) -> Void
  ) {
    self.context = context
    self.desk = desk
    self.onEnd = onEnd
    state = Mutex(State(order: order))
  }

  /// The order as last stored.
  var order: PaymentOrder { state.withLock { $0.order } }

  /// Whether its wallet is configured.
  var hasWallet: Bool { !(desk.backend is AbsentWallet) }

  /// Something of the order as last stored, without a copy of all of it, which costs a reference count for each text.
  func read<Part>(_ part: (PaymentOrder) -> Part) -> Part { state.withLock { part($0.order) } }

  /// Hands over an event; the outcome shows in the ledger.
  func post(_ event: OrderEvent) {
    deliver(Letter(event: event, answer: nil))
  }

  /// Asks to cancel and waits for the answer; `nil` where the ledger failed.
  func cancel() async -> CancelAnswer? {
    guard case .stored(let effects) = await outcome(of: .cancelRequested) else { return nil }
    return effects.lazy.compactMap { if case .answerCancel(let answer) = $0 { answer } else { nil } }.first ?? .tooLate
  }

  /// Hands over a yes as it is and waits until it is stored; see ``approve(_:)``.
  func approveExactly(_ approval: OrderApproval) async -> ApprovalOutcome {
    let effects: [OrderEffect]
    switch await outcome(of: .approved(approval)) {
    case .stored(let stored): effects = stored
    case .exceeded(let exceeded): return .exceeded(exceeded)
    case .failed: return .notStored
    }
    let refusal = effects.lazy.compactMap { if case .refuseApproval(let refusal) = $0 { refusal } else { nil } }.first
    if let refusal { return .refused(refusal) }
    return effects.contains(.report) ? .approved : .refused(.notAsked)
  }

  /// What an event leads to, once that is stored; no effects where the order is at its end.
  private func outcome(of event: OrderEvent) async -> Outcome {
    await withCheckedContinuation { continuation in
      let isTaken = deliver(Letter(event: event, answer: continuation))
      if !isTaken { continuation.resume(returning: .stored([])) }
    }
  }

  /// Carries out effects whose report was stored by the caller, as at the order's creation.
  func carryOut(_ effects: [OrderEffect]) {
    for effect in effects { perform(effect) }
  }

  /// False when the order is at its end and takes nothing more.
  @discardableResult
  private func deliver(_ letter: Letter) -> Bool {
    let (isTaken, mustStart) = state.withLock { state in
      guard !state.isOver else { return (false, false) }
      state.letters.append(letter)
      defer { state.isWorking = true }
      return (true, !state.isWorking)
    }
    if mustStart { Task { await work() } }
    return isTaken
  }

  private func work() async {
    while true {
      let (letter, isOver) = state.withLock { state -> (Letter?, Bool) in
        guard !state.letters.isEmpty else {
          state.isWorking = false
          return (nil, state.isOver)
        }
        return (state.letters.removeFirst(), false)
      }
      guard let letter else {
        if isOver { onEnd(read(\.terms.id)) }
        return
      }
      await handle(letter)
    }
  }

  private func handle(_ letter: Letter) async {
    var order = self.order
    let effects = order.handle(letter.event, at: context.clock.now())
    let outcome = await store(order, effects)
    letter.answer?.resume(returning: outcome)
    guard case .stored = outcome else {
      undo(letter.event)
      return
    }
    for effect in effects { perform(effect) }
    if order.state.isTerminal { state.withLock { $0.isOver = true } }
  }

  /// Stores a new version, its event and what it takes of the budget in one transaction; only where that is stored may
  /// the effects be carried out.
  private func store(_ order: PaymentOrder, _ effects: [OrderEffect]) async -> Outcome {
    if effects.contains(.report) {
      let (expected, before) = read { ($0.version, $0.countedTotal) }
      do throws(LedgerError) {
        let event = try NewEvent(order)
        let audit = OrderAudit.changed(order, since: read(OrderMoment.init))
        let grants = context.grants
        let exceeded = try await context.ledger.write { transaction throws(LedgerError) -> BudgetExceeded? in
          if let exceeded = try grants.book(order, before: before, in: transaction) { return exceeded }
          try transaction.updateOrder(order, expectedVersion: expected)
          try transaction.appendEvent(event)
          try transaction.appendAudit(audit)
          return nil
        }
        if let exceeded { return .exceeded(exceeded) }
      } catch {
        context.ledgerTrouble(error)
        return .failed
      }
    }
    state.withLock { $0.order = order }
    if effects.contains(.report) {
      context.prompts.follow(order)
      context.hub.changed([order.terms.id.rawValue], of: order.terms.app)
    }
    return .stored(effects)
  }

  /// The order could not be stored: what the event brought is given back, and the event comes again later.
  private func undo(_ event: OrderEvent) {
    switch event {
    case .prepared(let artefact):
      release(artefact)
      post(after: .seconds(5), .prepareFailed(.temporary))
    case .created, .tick, .cancelRequested, .approved, .denied, .unlocked: break
    default: post(after: .seconds(5), event)
    }
  }

  private func perform(_ effect: OrderEffect) {
    switch effect {
    case .report, .answerCancel, .refuseApproval: break
    case .requestQuote(let wait): take(.quote, effect, after: wait) { await $0.quote() }
    case .askOwner:
      context.prompts.put(read(\.terms))
      // It may have ended since the question was decided on.
      context.prompts.follow(order)
    case .withdrawPrompt: context.prompts.withdraw(read(\.terms.id))
    case .prepare(let feeCap, let wait): take(.prepare, effect, after: wait) { await $0.prepare(feeCap) }
    case .persistArtefact: post(.artefactCommitted)
    case .broadcast(let artefact): take(.broadcast, effect) { await $0.broadcast(artefact) }
    case .lookup(let artefact, let wait): take(.lookup, effect, after: wait) { await $0.lookUp(artefact) }
    // Locks are a courtesy to later payments: where the wallet refuses, exactly-once still holds.
    case .lockInputs(let artefact): run { try? await $0.desk.backend.lock(PaymentArtefact(artefact)) }
    case .releaseInputs(let artefact): release(artefact)
    }
  }

  /// Frees inputs, and tries again for some minutes where the wallet does not answer: a daemon that was gone for longer
  /// was started anew and has forgotten its locks.
  private func release(_ artefact: OrderArtefact, attempt: Int = 1) {
    run { process in
      do throws(WalletError) {
        try await process.desk.backend.release(PaymentArtefact(artefact))
      } catch {
        guard attempt < 8 else { return }
        let wait = process.read(\.schedule).delay(afterFailures: attempt)
        process.context.orders.waits.run(after: process.context.shortened(wait)) {
          process.release(artefact, attempt: attempt + 1)
        }
      }
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
        post(event)
      }
    }
  }

  /// Whether a step is to be taken now: it is the latest of its kind, the order still wants it, and none like it is under
  /// way, whose answer will do.
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
  private func quote() async -> OrderEvent {
    let terms = read(\.terms)
    do throws(WalletError) {
      let quote = try await desk.backend.quote(PaymentIntent(address: terms.address, amount: terms.amount))
      return .quoted(fee: quote.fee)
    } catch {
      return .quoteFailed(WalletRefusal(error))
    }
  }

  private func prepare(_ feeCap: Amount) async -> OrderEvent {
    guard !context.walletLock.isLocked else { return .prepareFailed(.ownerLocked) }
    let terms = read(\.terms)
    do throws(LedgerError) {
      guard try await AppPayments.isApproved(terms.app, context) else { return .cancelRequested }
    } catch {
      return .prepareFailed(.temporary)
    }
    do throws(WalletError) {
      let intent = PaymentIntent(address: terms.address, amount: terms.amount)
      let artefact = OrderArtefact(try await desk.backend.prepare(intent, feeCap: feeCap))
      // Locked while it was built: it is in nobody's hands yet, so it need not go out.
      guard !context.walletLock.isLocked else {
        release(artefact)
        return .prepareFailed(.ownerLocked)
      }
      return .prepared(artefact)
    } catch {
      return .prepareFailed(PrepareRefusal(error))
    }
  }

  private func broadcast(_ artefact: OrderArtefact) async -> OrderEvent {
    do throws(WalletError) {
      switch try await desk.backend.commit(PaymentArtefact(artefact)) {
      case .accepted: return .commitAccepted
      case .rejected(.conflicted): return .commitRejected(.conflicted)
      case .rejected(.invalid): return .commitRejected(.invalidTransaction)
      }
    } catch {
      // Whatever went wrong, the network may have it.
      return .commitDoubt
    }
  }

  private func lookUp(_ artefact: OrderArtefact) async -> OrderEvent {
    do throws(WalletError) {
      return .lookedUp(OrderLookup(try await desk.backend.lookup(PaymentArtefact(artefact))))
    } catch {
      return .lookupFailed
    }
  }
}

/// What a yes led to.
enum ApprovalOutcome: Sendable, Hashable {
  /// It is stored; the payment goes on.
  case approved
  /// It had no effect.
  case refused(ApprovalRefusal)
  /// It does not fit into the limits of the app; the order still waits.
  case exceeded(BudgetExceeded)
  /// The ledger did not take it.
  case notStored
}
