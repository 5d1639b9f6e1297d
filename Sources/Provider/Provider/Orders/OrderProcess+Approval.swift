import Ledger
import PaymentsCore
import PaymentsModel

// How a payment that waits is approved: by the owner, or by a permission that the owner gave before. A new payment that
// needs no question is approved by `OrderIntake.decide` before it is stored for the first time.

extension OrderProcess {
  /// Approves the order with a yes of the owner's and waits until that is stored. The yes covers a fee up to its cap, or
  /// less where only less fits into the limits of the app; what does not fit at all is refused, for the owner too.
  ///
  /// - Parameter limits: what the app may pay from now on, this payment included: stored with the yes or not at all.
  func approve(_ approval: OrderApproval, setting limits: PaymentLimits? = nil) async -> ApprovalOutcome {
    var outcome = ApprovalOutcome.notStored
    // Others may take of the budget between the look and the unit; then the rest may still be enough.
    for _ in 0..<4 {
      let order = self.order
      let status: BudgetStatus
      do throws(LedgerError) {
        status = try await self.status(of: order, under: limits, at: approval.at)
      } catch {
        context.ledgerTrouble(error)
        return .notStored
      }
      let (recipient, quoted) = (order.terms.address, order.terms.amount.addingSaturated(approval.quote.fee))
      if order.state == .awaitingApproval, let exceeded = BudgetRules.refusal(of: quoted, to: recipient, status) {
        return .exceeded(exceeded)
      }
      let most = BudgetRules.mostApprovable(to: recipient, status)
      outcome = await record(approval.within(most, of: order.terms.amount), setting: limits)
      guard case .exceeded = outcome else { return outcome }
    }
    return outcome
  }

  /// Where the budget of its app stands, under other limits than those that hold where some are given.
  private func status(
    of order: OrderMachine, under limits: PaymentLimits? = nil, at moment: Timestamp
  ) async throws(LedgerError) -> BudgetStatus {
    let (terms, grants) = (order.terms, context.grants)
    return try await context.ledger.read { reader throws(LedgerError) in
      guard let limits else {
        return try grants.status(of: terms.app, terms.currency, to: terms.address, at: moment, reader)
      }
      return try grants.status(of: terms.app, terms.currency, to: terms.address, under: limits, at: moment, reader)
    }
  }

  /// Puts the question about an order to the owner, unless a permission that was given before answers it: one that was
  /// approved by such a permission, and came back because its fee has risen, goes on at the new fee within the limits.
  /// What the owner was asked already stays a question.
  func ask() async {
    if !isQuestion, isFunded != false, let approval = await standingApproval() {
      switch await record(approval) {
      case .approved, .refused: return
      case .exceeded, .notStored: break
      }
    }
    putQuestion()
  }

  /// The yes that the limits of the app give; `nil` where the owner is to be asked.
  private func standingApproval() async -> OrderApproval? {
    let (order, now) = (self.order, context.clock.now())
    guard order.state == .awaitingApproval, let total = order.total, let status = try? await status(of: order, at: now),
      case .noQuestion(let most) = BudgetRules.decide(total, to: order.terms.address, status)
    else { return nil }
    return OrderApproval.standing(for: order, within: most, at: now)
  }

  /// Has the order machine take a yes and waits until it is stored, with the limits of the app or not at all.
  private func record(_ approval: OrderApproval, setting limits: PaymentLimits? = nil) async -> ApprovalOutcome {
    let effects: [OrderEffect]
    switch await outcome(of: .approved(approval), setting: limits) {
    case .stored(let stored): effects = stored
    case .exceeded(let exceeded): return .exceeded(exceeded)
    case .failed: return .notStored
    }
    let refusal = effects.lazy.compactMap { if case .refuseApproval(let refusal) = $0 { refusal } else { nil } }.first
    if let refusal { return .refused(refusal) }
    return effects.contains(.report) ? .approved : .refused(.notAsked)
  }
}

/// What a yes led to.
enum ApprovalOutcome: Sendable, Hashable {
  /// The yes is stored; the payment goes on.
  case approved
  /// The yes had no effect.
  case refused(ApprovalRefusal)
  /// The payment does not fit into the limits of the app; the order still waits.
  case exceeded(BudgetExceeded)
  /// The ledger did not store the yes.
  case notStored
}

extension BudgetExceeded {
  /// Why the owner's yes was refused, in words for the owner.
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
    return "\(what), fee included. The payment still waits: raise the limit with payd limit, or deny it"
  }
}
