import Ledger
import Orders
import PaymentsCore
import PaymentsModel
import TestSupport

@testable import Provider

/// The result of storing a version.
enum ModelStoring {
  case stored
  case exceeded(BudgetExceeded)
  case failed
}

/// Does the work of ``LiveOrder``: handles one event at a time, and stores the version before carrying out effects.
extension ModelWorld {
  /// The place where the process is killed.
  enum Kill {
    case beforeStoring, afterStoring
  }

  /// Handles an event of an order. Returns `true` if the process was killed meanwhile.
  func handle(_ event: OrderEvent, _ live: ModelOrder, kill: Kill? = nil) async throws -> Bool {
    var order = live.order
    let effects = order.handle(event, at: clock.now())
    note("  \(name(order)) \(describe(event)): \(order.state.rawValue) v\(order.version) \(describe(effects))")
    if kill == .beforeStoring { return true }
    switch try await store(order, after: live.order, event, effects) {
    case .stored: break
    case .exceeded:
      statistics.exceeded += 1
      note("  does not fit into the budget")
      return false
    case .failed:
      note("  is not stored: no room")
      undo(event, live)
      dropUnlessTaken(event, by: live)
      return false
    }
    try acknowledge(order, event)
    if kill == .afterStoring { return true }
    live.order = order
    for effect in effects { perform(effect, live) }
    if order.state.isTerminal, let signedTransaction = order.progress.signedTransaction {
      settle(signedTransaction, of: order, isKept: order.state != .succeeded)
    }
    dropUnlessTaken(event, by: live)
    return false
  }

  /// Releases the coins of a transaction that the wallet built and the order did not accept.
  private func dropUnlessTaken(_ event: OrderEvent, by live: ModelOrder) {
    guard case .prepared(let signedTransaction, _) = event,
      live.order.progress.signedTransaction?.transactionID != signedTransaction.transactionID
    else { return }
    settle(signedTransaction, of: live.order, isKept: false)
  }

  private func store(
    _ order: OrderMachine, after stored: OrderMachine, _ event: OrderEvent, _ effects: [OrderEffect]
  ) async throws -> ModelStoring {
    guard effects.contains(.report) else { return .stored }
    if isDiskFull { return .failed }
    switch await orders.store.commit([try orders.store.next(order, after: stored, event)]) {
    case .stored: return .stored
    case .refused(.exceeded(let exceeded)): return .exceeded(exceeded)
    case .refused, .earlier, .failed: throw ModelFailure("\(name(order)) is not stored")
    }
  }

  private func undo(_ event: OrderEvent, _ live: ModelOrder) {
    switch event {
    case .prepared: live.inputs.append(.init(event: .prepareFailed(.temporary), step: nil))
    case .created, .tick, .cancelRequested, .approved, .denied, .unlocked: break
    default: live.inputs.append(.init(event: event, step: nil))
    }
  }

  func perform(_ effect: OrderEffect, _ live: ModelOrder) {
    switch effect {
    case .report, .answerCancel: break
    case .refuseApproval: statistics.refusedApprovals += 1
    case .requestQuote(let pause): wait(for: effect, .quote, pause, live)
    case .askOwner:
      live.isAsked = true
      if let quote = live.order.progress.quote { live.quotesShown.append(quote) }
    case .withdrawQuestion: live.isAsked = false
    case .prepare(_, let pause): wait(for: effect, .prepare, pause, live)
    case .broadcast:
      guard live.order.mayHandOver(at: clock.now()) else { return live.inputs.append(.init(event: .tick, step: nil)) }
      wait(for: effect, .broadcast, .zero, live)
    case .lookup(_, let pause): wait(for: effect, .lookup, pause, live)
    case .follow: wait(for: effect, .lookup, .seconds(5), live)
    case .lockInputs, .releaseInputs: wait(for: effect, nil, .zero, live)
    }
  }

  func wait(for effect: OrderEffect, _ step: ModelOrder.Step?, _ pause: Duration, _ live: ModelOrder) {
    if let step { live.turns[step.rawValue] += 1 }
    live.waits.append(
      .init(
        due: time + milliseconds(pause), effect: effect, step: step, turn: step.map { live.turns[$0.rawValue] } ?? 0))
  }

  /// Checks that a reported version of an order is never contradicted later.
  func acknowledge(_ order: OrderMachine, _ event: OrderEvent?) throws {
    guard var fact = facts[order.terms.id] else { throw ModelFailure("\(name(order)) is not known") }
    if let end = fact.end {
      guard order.progress == end else { throw ModelFailure("\(name(order)) left the state \(end.state.rawValue)") }
      return
    }
    fact.version = order.version
    if order.progress.waitingFor == .lowerFee { statistics.lowerFee += 1 }
    if order.state.isTerminal {
      fact.end = order.progress
      statistics.ends[order.state, default: 0] += 1
    }
    if let approval = order.progress.approval {
      fact.approvedOn = ModelCalendar().day(at: approval.at).number
      fact.most = approval.feeCap
      if let limit = order.terms.maxFee, approval.feeCap > limit {
        throw ModelFailure("\(name(order)) was approved above the app's own limit")
      }
    }
    facts[order.terms.id] = fact
  }
}

/// Short descriptions for a readable transcript.
extension ModelWorld {
  func name(_ order: OrderMachine) -> String { order.terms.id.rawValue }

  func describe(_ event: OrderEvent) -> String {
    switch event {
    case .quoted(let fee): "quoted \(fee.atomicUnits)"
    case .approved(let approval): "approved up to \(approval.feeCap.atomicUnits)"
    case .prepared(let signedTransaction, _): "prepared \(signedTransaction.transactionID.prefix(6))"
    default: "\(event)"
    }
  }

  func describe(_ effects: [OrderEffect]) -> String {
    effects.map { effect in
      switch effect {
      case .requestQuote: "quote"
      case .prepare: "prepare"
      case .broadcast: "broadcast"
      case .lookup: "lookup"
      case .follow: "follow"
      case .lockInputs: "lock"
      case .releaseInputs: "release"
      default: "\(effect)"
      }
    }.joined(separator: ", ")
  }
}
