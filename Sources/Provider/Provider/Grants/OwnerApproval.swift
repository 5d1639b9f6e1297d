import Ledger
import PaymentsCore
import PaymentsModel

extension OrderProcess {
  /// Hands over a yes of the owner's and waits until it is stored. It covers a fee up to its cap, or less where only
  /// less fits into the limits of the app; what does not fit at all is refused, for the owner too.
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
      outcome = await approveExactly(
        approval.cut(toTotal: most, of: order.terms.amount), setting: limits)
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
      switch await approveExactly(approval) {
      case .approved, .refused: return
      case .exceeded, .notStored: break
      }
    }
    putQuestion()
  }

  /// The yes that the limits of the app give; `nil` where the owner is to be asked.
  private func standingApproval() async -> OrderApproval? {
    let (order, now) = (self.order, context.clock.now())
    guard order.state == .awaitingApproval, let quote = order.progress.quote, let total = order.total,
      let status = try? await status(of: order, at: now),
      case .noQuestion(let most) = BudgetRules.decide(total, to: order.terms.address, status),
      let feeCap = SpendingLimits.feeCap(for: quote.fee, of: order.terms.amount, atMost: most)
    else { return nil }
    return OrderApproval(
      kind: .standing, at: now, quote: quote, feeCap: feeCap, expiresAt: order.terms.expiresAt,
      paramsDigest: order.terms.paramsDigest)
  }
}

extension OrderApproval {
  /// The same yes, to a fee with which the total stays within what fits.
  fileprivate func cut(toTotal most: Amount?, of amount: Amount) -> OrderApproval {
    guard let room = most?.subtracting(amount), room < feeCap else { return self }
    return OrderApproval(
      kind: kind, at: at, quote: quote, feeCap: room, expiresAt: expiresAt, paramsDigest: paramsDigest)
  }
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
    return "\(what), fee included. The payment still waits"
  }
}
