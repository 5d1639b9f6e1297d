import Ledger
import PaymentsCore
import PaymentsModel

// How a payment that waits is approved: by the owner, or by a permission that the owner gave before. A new payment that
// needs no question is approved by `OrderIntake.decide` before it is stored for the first time.

extension LiveOrder {
  /// Approves the order with a yes of the owner's and waits until that is stored. The yes covers a fee up to its cap,
  /// or less where only less fits into the limits of the app; what does not fit at all is refused, for the owner too.
  ///
  /// - Parameter change: what the app may pay from now on, this payment included: stored with the yes or not at all.
  func approve(_ approval: OrderApproval, setting change: LimitsChange? = nil) async -> ApprovalOutcome {
    var outcome = ApprovalOutcome.notStored
    // Other orders may take a part of the budget between this look and the unit. The rest may still be enough then.
    for _ in 0..<4 {
      let order = self.order
      let status: BudgetStatus
      do throws(LedgerError) {
        status = try await self.status(of: order, under: change?.after, at: approval.at)
      } catch {
        core.ledgerTrouble(error)
        return .notStored
      }
      let (recipient, quoted) = (order.terms.address, order.terms.amount.addingSaturated(approval.quote.fee))
      if order.state == .awaitingApproval, let exceeded = BudgetRules.refusal(of: quoted, to: recipient, status) {
        return .exceeded(exceeded)
      }
      let most = BudgetRules.mostApprovable(to: recipient, status)
      outcome = await record(approval.within(most, of: order.terms.amount), setting: change)
      guard case .exceeded = outcome else { return outcome }
    }
    return outcome
  }

  /// Returns the state of the app's budget, under `limits` if they are given.
  private func status(
    of order: OrderMachine, under limits: PaymentLimits? = nil, at moment: Timestamp
  ) async throws(LedgerError) -> BudgetStatus {
    let (terms, grants) = (order.terms, payments.grants)
    return try await core.ledger.read { reader in
      try grants.status(of: terms.app, terms.currency, to: terms.address, under: limits, at: moment, reader)
    }
  }

  /// Asks the owner about an order, unless a standing permission approves it. An order that was approved by such a
  /// permission and came back because its fee rose continues with the new fee if it is within the limits. If the owner
  /// was asked already, the owner has to answer.
  func ask() async {
    if !isQuestion, isFunded != false, let approval = await standingApproval() {
      switch await record(approval) {
      case .approved, .refused: return
      case .exceeded, .needsPIN, .limitsChanged, .notStored: break
      }
    }
    putQuestion()
  }

  /// Returns the approval by the limits of the app; `nil` if the owner has to be asked.
  private func standingApproval() async -> OrderApproval? {
    let (order, now) = (self.order, core.clock.now())
    guard order.state == .awaitingApproval, let total = order.total, let status = try? await status(of: order, at: now),
      case .noQuestion(let most) = BudgetRules.decide(total, to: order.terms.address, status)
    else { return nil }
    return OrderApproval.standing(for: order, within: most, at: now)
  }

  /// Has the order machine take a yes and waits until it is stored, with the limits of the app or not at all.
  private func record(_ approval: OrderApproval, setting change: LimitsChange? = nil) async -> ApprovalOutcome {
    let effects: [OrderEffect]
    switch await outcome(of: .approved(approval), setting: change) {
    case .stored(let stored): effects = stored
    case .refused(.exceeded(let exceeded)): return .exceeded(exceeded)
    case .refused(.needsPIN): return .needsPIN
    case .refused(.limitsChanged): return .limitsChanged
    case .refused, .failed: return .notStored
    }
    let refusal = effects.lazy.compactMap { if case .refuseApproval(let refusal) = $0 { refusal } else { nil } }.first
    if let refusal { return .refused(refusal) }
    return effects.contains(.report) ? .approved : .refused(.notAsked)
  }
}

/// The outcome of an approval.
enum ApprovalOutcome: Sendable, Hashable {
  /// The yes is stored; the payment goes on.
  case approved
  /// The yes had no effect.
  case refused(ApprovalRefusal)
  /// The payment does not fit into the limits of the app; the order still waits.
  case exceeded(BudgetExceeded)
  /// A PIN was set since the owner was asked, and such an amount needs it; the order still waits.
  case needsPIN
  /// Other limits are in force than those that the yes changes; the order still waits.
  case limitsChanged
  /// The ledger did not store the yes.
  case notStored
}

extension BudgetExceeded {
  /// Returns why an approval of the owner was refused, as text for the owner.
  func words(decimals: Int, currency: String) -> String {
    let rest = "\(left.text(decimals: decimals)) \(currency)"
    let when = resetsAt.map { " until \($0.text)" } ?? ""
    let what =
      switch limit {
      case .perPayment: "the limit of one payment of this app is \(rest)"
      case .perPeriod: "the limit of this app leaves \(rest)\(when)"
      case .count: "the limit of this app allows no further payment\(when)"
      case .recipient: "the limit of this app for this recipient leaves \(rest)\(when)"
      }
    return "\(what), fee included. The payment still waits"
  }
}
