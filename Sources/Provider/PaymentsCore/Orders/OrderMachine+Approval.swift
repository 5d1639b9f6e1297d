import PaymentsModel

/// This part of the machine handles an order until a transaction exists.
extension OrderMachine {
  mutating func honourDeadlines(at now: Timestamp) -> [OrderEffect] {
    if isOverdueUnsent(at: now), let signedTransaction = progress.signedTransaction {
      return end(.expired) + [.releaseInputs(signedTransaction)]
    }
    guard isCancellable else { return [] }
    if let expiresAt = terms.expiresAt, now >= expiresAt {
      return end(.expired)
    }
    if let lapse = progress.approval?.expiresAt, now >= lapse {
      return askAgain()
    }
    if state == .awaitingApproval, let quote = progress.quote,
      !quote.isFresh(at: now, lifetime: schedule.quoteLifetime)
    {
      // The question is withdrawn, and put again with the new quote.
      progress.quote = nil
      return [.requestQuote(after: .zero)]
    }
    return []
  }

  mutating func react(to event: OrderEvent, at now: Timestamp) -> [OrderEffect] {
    if let effects = review(event, at: now) { return effects }
    return switch state {
    case .received, .awaitingApproval: reactWhileAsking(event, at: now)
    case .approved: reactWhileApproved(event)
    case .submitting, .inFlight: reactWhileSubmitted(event, at: now)
    case .succeeded, .rejected, .expired, .cancelled, .failed: reactAtEnd(event)
    }
  }

  private mutating func reactWhileAsking(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect] {
    switch event {
    case .created, .recovered: progress.quote == nil ? [.requestQuote(after: .zero)] : [.askOwner]
    case .quoted(let fee): accept(OrderQuote(fee: fee, at: now))
    case .quoteFailed(let refusal): retryQuote(refusal)
    case .approved(let approval): accept(approval, at: now)
    case .denied: end(.rejected)
    case .cancelRequested: end(.cancelled) + [.answerCancel(.cancelled)]
    default: []
    }
  }

  private mutating func reactWhileApproved(_ event: OrderEvent) -> [OrderEffect] {
    switch event {
    case .approved: [.refuseApproval(.notAsked)]
    case .recovered: progress.approval == nil ? askAgain() : prepare(after: .zero)
    case .unlocked: progress.waitingFor == .unlock ? prepare(after: .zero) : []
    case .prepared(let signedTransaction, let isShared): accept(signedTransaction, isShared: isShared)
    case .prepareFailed(.feeAboveCap): askAgain()
    case .prepareFailed(.temporary): wait(for: .wallet)
    case .prepareFailed(.coinsBusy): wait(for: .coins)
    // `unlocked` ends this wait. It is tried again all the same, in case that event came before the refusal.
    case .prepareFailed(.ownerLocked): wait(for: .unlock)
    case .prepareFailed(.permanent(let failure)): fail(failure)
    case .cancelRequested: end(.cancelled) + [.answerCancel(.cancelled)]
    // The owner withdraws the approval while the order waits for the wallet.
    case .denied: end(.rejected)
    default: []
    }
  }

  private func reactAtEnd(_ event: OrderEvent) -> [OrderEffect] {
    switch event {
    case .approved: [.refuseApproval(.notAsked)]
    case .cancelRequested: [.answerCancel(state == .cancelled ? .cancelled : .tooLate)]
    default: []
    }
  }

  private mutating func accept(_ quote: OrderQuote) -> [OrderEffect] {
    // This quote answers a question that was answered already. The fee must not change while the owner looks at it.
    guard progress.quote == nil else { return [] }
    if let maxFee = terms.maxFee, quote.fee > maxFee { return waitForLowerFee() }
    progress.quote = quote
    progress.waitingFor = nil
    progress.state = .awaitingApproval
    return [.askOwner]
  }

  /// A new order whose fee is above the app's limit fails, so that the app learns at once that the limit is too low. An
  /// order whose fee was within the limit before waits for the fee to fall. The owner may have approved it already and
  /// has nothing to decide in the meantime.
  private mutating func waitForLowerFee() -> [OrderEffect] {
    guard state == .awaitingApproval else { return fail(.feeAboveMaximum) }
    let isNews = progress.waitingFor != .lowerFee
    progress.waitingFor = .lowerFee
    return (isNews ? [.withdrawQuestion] : []) + [.requestQuote(after: delayAfterFailure())]
  }

  private mutating func retryQuote(_ refusal: WalletRefusal) -> [OrderEffect] {
    guard progress.quote == nil else { return [] }
    switch refusal {
    case .temporary:
      // That the fee is too high is more useful to know than that the wallet is unreachable, so that reason is kept.
      if progress.waitingFor == nil { progress.waitingFor = .wallet }
      return [.requestQuote(after: delayAfterFailure())]
    case .permanent(let failure): return fail(failure)
    }
  }

  private mutating func accept(_ approval: OrderApproval, at now: Timestamp) -> [OrderEffect] {
    guard state == .awaitingApproval else { return [.refuseApproval(.notAsked)] }
    guard approval.paramsDigest == terms.paramsDigest else { return [.refuseApproval(.otherParams)] }
    guard let quote = progress.quote, approval.quote == quote else { return [.refuseApproval(.staleQuote)] }
    if let lapse = approval.expiresAt, lapse <= max(approval.at, now) { return [.refuseApproval(.lapsed)] }
    progress.approval = approval.accepted(maxFee: terms.maxFee)
    progress.state = .approved
    return [.withdrawQuestion] + prepare(after: .zero)
  }

  private func prepare(after wait: Duration) -> [OrderEffect] {
    guard let approval = progress.approval else { return [] }
    return [.prepare(feeCap: approval.feeCap, after: wait)]
  }

  private mutating func wait(for obstacle: OrderWaitReason) -> [OrderEffect] {
    progress.waitingFor = obstacle
    return prepare(after: delayAfterFailure())
  }

  private mutating func accept(_ signedTransaction: SignedTransaction, isShared: Bool) -> [OrderEffect] {
    guard let approval = progress.approval, signedTransaction.fee <= approval.feeCap else { return askAgain() }
    progress.signedTransaction = signedTransaction
    self.isShared = isShared
    progress.waitingFor = nil
    progress.state = .submitting
    failures = 0
    return [.broadcast(signedTransaction)]
  }

  /// Asks for a new approval, because the fee rose above the approved fee or the approval expired.
  private mutating func askAgain() -> [OrderEffect] {
    progress.approval = nil
    progress.quote = nil
    progress.waitingFor = nil
    progress.state = .awaitingApproval
    defer { failures += 1 }
    // The first attempt is immediate. The delay grows after that, so that a wallet which quotes a lower fee than it
    // then needs is not asked in a tight loop.
    return [.requestQuote(after: schedule.delay(afterFailures: failures))]
  }

  mutating func delayAfterFailure() -> Duration {
    failures += 1
    return schedule.delay(afterFailures: failures)
  }

  mutating func fail(_ failure: OrderFailure) -> [OrderEffect] {
    progress.failure = failure
    return end(.failed)
  }

  mutating func end(_ state: OrderState) -> [OrderEffect] {
    let wasAsking = progress.state == .awaitingApproval
    progress.state = state
    progress.isInDoubt = false
    progress.waitingFor = nil
    return wasAsking ? [.withdrawQuestion] : []
  }
}
