import Ledger
package import PaymentsCore
package import PaymentsModel

/// Judges each yes to a payment: the owner's, and those that the owner gave before by limits of the app. Fee, limits, PIN
/// and lock are judged here first, so that a refusal says why, and once more in the unit that stores the yes.
package struct Approver: Sendable {
  /// The outcome of a yes.
  package enum Outcome: Sendable, Hashable {
    /// The yes is stored; the payment goes on.
    case approved(OrderApproval)
    /// The yes had no effect.
    case refused(ApprovalRefusal)
    /// The payment may not be approved; the order still waits.
    case notAllowed(OrderRefusal)
    /// The wallet is being asked for the fee.
    case feeUnknown
    /// The fee may be more by now than what the owner was shown: up to this cap.
    case feeRisen(Amount)
    /// The wallet has not enough for the payment now.
    case insufficientFunds
    /// The ledger did not store the yes.
    case notStored
  }

  /// The owner's yes to an order.
  package struct OwnerApproval: Sendable {
    /// The largest fee that the owner was shown.
    package let seenCap: Amount
    /// Whether it came with the right PIN.
    package let hasPIN: Bool
    /// By which way it came.
    package let via: String?

    package init(seenCap: Amount, hasPIN: Bool, via: String?) {
      self.seenCap = seenCap
      self.hasPIN = hasPIN
      self.via = via
    }
  }

  /// Other orders may take a part of the budget, and the owner change limits, between a look at them and the unit. The
  /// yes may still be possible then.
  static let mostAttempts = 4

  let orders: Orders

  package init(orders: Orders) {
    self.orders = orders
  }

  private var environment: any OrderEnvironment { orders.environment }

  // MARK: The owner

  /// Returns why a yes of the owner who saw this fee cap would have no effect; `nil` if nothing is known that would
  /// prevent it.
  package func obstacle(to order: LiveOrder, seenCap: Amount) async -> Outcome? {
    if let obstacle = Self.obstacle(to: order.order, seenCap: seenCap) { return obstacle }
    return await order.hasFundsNow() ? nil : .insufficientFunds
  }

  private static func obstacle(to order: OrderMachine, seenCap: Amount) -> Outcome? {
    guard let quote = order.progress.quote else { return .feeUnknown }
    let feeCap = FeeCap.shown(for: quote.fee)
    return feeCap > seenCap ? .feeRisen(feeCap) : nil
  }

  /// Approves the order with the owner's yes, and waits until that is stored. The yes covers a fee up to its cap,
  /// or less where only less fits into the limits of the app; what does not fit at all is refused, for the owner too.
  ///
  /// - Parameter change: What the app may pay from now on, this payment included: stored with the yes or not at all.
  package func approve(
    _ live: LiveOrder, _ yes: OwnerApproval, setting change: LimitsChange? = nil
  ) async -> Outcome {
    // The yes is to this version with its quote, whatever comes while the wallet is asked.
    let order = live.order
    if let obstacle = Self.obstacle(to: order, seenCap: yes.seenCap) { return obstacle }
    guard let quote = order.progress.quote, await live.hasFundsNow() else { return .insufficientFunds }
    let (terms, now) = (order.terms, environment.clock.now())
    let approval = OrderApproval(
      kind: .owner, at: now, quote: quote, feeCap: FeeCap.shown(for: quote.fee), expiresAt: terms.expiresAt,
      paramsDigest: terms.paramsDigest, via: yes.via, hasPIN: yes.hasPIN)
    var outcome = Outcome.notStored
    for _ in 0..<Self.mostAttempts {
      guard let status = await status(of: terms, under: change?.after, at: now) else { return .notStored }
      let quoted = terms.amount.addingSaturated(quote.fee)
      if live.read(\.state) == .awaitingApproval,
        let exceeded = BudgetRules.refusal(of: quoted, to: terms.address, status)
      {
        return .notAllowed(.exceeded(exceeded))
      }
      let most = BudgetRules.mostApprovable(to: terms.address, status)
      outcome = await store(approval.within(most, of: terms.amount), of: live, setting: change)
      guard case .notAllowed(.exceeded) = outcome else { return outcome }
    }
    return outcome
  }

  // MARK: Limits

  /// Asks the owner about an order, unless a limit of its app approves it. An order that was approved by such a limit and
  /// came back because its fee rose continues with the new fee if it is within the limits. If the owner was asked
  /// already, the owner has to answer.
  func ask(_ live: LiveOrder) async {
    if !live.isQuestion, live.isFunded != false, let approval = await standingApproval(of: live.order) {
      switch await store(approval, of: live) {
      case .approved, .refused: return
      case .notAllowed, .feeUnknown, .feeRisen, .insufficientFunds, .notStored: break
      }
    }
    live.putQuestion()
  }

  /// Returns the approval by the limits of the app; `nil` if the owner has to be asked.
  private func standingApproval(of order: OrderMachine) async -> OrderApproval? {
    let now = environment.clock.now()
    guard order.state == .awaitingApproval, let total = order.total,
      let status = await status(of: order.terms, at: now),
      case .noQuestion(let most) = BudgetRules.decide(total, to: order.terms.address, status)
    else { return nil }
    return OrderApproval.standing(for: order, within: most, at: now)
  }

  /// Decides about a new order, which is not stored yet: approves it, or leaves it to the owner.
  ///
  /// - Returns: what is to be done once the order is stored, and whether the owner has to be asked.
  func decide(
    _ order: inout OrderMachine, _ status: BudgetStatus, isFunded: Bool
  ) throws(OrderRequestRefusal) -> (effects: [OrderEffect], isQuestion: Bool) {
    let total = order.total ?? order.terms.amount
    switch BudgetRules.decide(total, to: order.terms.address, status) {
    case .denied: throw .denied
    case .exceeded(let exceeded): throw .exceeded(exceeded)
    // A payment that exceeds the wallet's funds is left to the owner's decision, like every other one that needs an
    // approval.
    case .noQuestion(let most) where isFunded:
      let now = environment.clock.now()
      guard let approval = OrderApproval.standing(for: order, within: most, at: now) else { throw .failed(.abandoned) }
      let effects = order.handle(.approved(approval), at: now)
      guard order.state == .approved else { throw .expired }
      return (effects, false)
    case .ask, .noQuestion: return ([.askOwner], true)
    }
  }

  /// Returns the state of the app's budget, under `limits` if they are given; `nil` if the ledger failed.
  private func status(
    of terms: OrderTerms, under other: PaymentLimits? = nil, at moment: Timestamp
  ) async -> BudgetStatus? {
    let limits = orders.limits
    do throws(LedgerError) {
      return try await environment.ledger.read { reader in
        try limits.status(of: terms.app, terms.currency, to: terms.address, under: other, at: moment, reader)
      }
    } catch {
      environment.ledgerTrouble(error)
      return nil
    }
  }

  /// Has the order machine accept a yes and waits until it is stored, with the limits of the app or not at all.
  private func store(
    _ approval: OrderApproval, of live: LiveOrder, setting change: LimitsChange? = nil
  ) async -> Outcome {
    let effects: [OrderEffect]
    switch await live.outcome(of: .approved(approval), setting: change) {
    case .stored(let stored): effects = stored
    case .refused(let refusal): return .notAllowed(refusal)
    case .failed: return .notStored
    }
    for case .refuseApproval(let refusal) in effects { return .refused(refusal) }
    return effects.contains(.report) ? .approved(approval) : .refused(.notAsked)
  }
}
