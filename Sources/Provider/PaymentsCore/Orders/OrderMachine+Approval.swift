import PaymentsModel

/// The part of the machine before a transaction exists.
extension OrderMachine {
  mutating func honourDeadlines(at now: Timestamp) -> [OrderEffect] {
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
      // The question stays up, and cannot be answered until it shows the new quote.
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
    case .prepared(let signedTransaction): accept(signedTransaction)
    case .prepareFailed(.feeAboveCap): askAgain()
    case .prepareFailed(.temporary): wait(for: .wallet)
    case .prepareFailed(.coinsBusy): wait(for: .coins)
    // Tried again although an event ends the lock, should that come between the refusal and this.
    case .prepareFailed(.ownerLocked): wait(for: .unlock)
    case .prepareFailed(.permanent(let failure)): fail(failure)
    case .cancelRequested: end(.cancelled) + [.answerCancel(.cancelled)]
    // The owner takes the yes back while it waits for the wallet.
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
    // An answer to a question that was answered already; the owner must not see the fee change under the prompt.
    guard progress.quote == nil else { return [] }
    if let maxFee = terms.maxFee, quote.fee > maxFee { return waitForLowerFee() }
    progress.quote = quote
    progress.waitingFor = nil
    progress.state = .awaitingApproval
    return [.askOwner]
  }

  /// The app learns at once that its limit is too low. An order that was within it before waits for the fee to fall:
  /// the owner may have agreed already, and has nothing to decide meanwhile.
  private mutating func waitForLowerFee() -> [OrderEffect] {
    guard state == .awaitingApproval else { return fail(.feeAboveMaximum) }
    let isNews = progress.waitingFor != .lowerFee
    progress.waitingFor = .lowerFee
    return (isNews ? [.withdrawPrompt] : []) + [.requestQuote(after: delayAfterFailure())]
  }

  private mutating func retryQuote(_ refusal: WalletRefusal) -> [OrderEffect] {
    guard progress.quote == nil else { return [] }
    switch refusal {
    case .temporary:
      // That the fee was too high is worth more to know than that the wallet is away.
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
    return [.withdrawPrompt] + prepare(after: .zero)
  }

  private func prepare(after wait: Duration) -> [OrderEffect] {
    guard let approval = progress.approval else { return [] }
    return [.prepare(feeCap: approval.feeCap, after: wait)]
  }

  private mutating func wait(for obstacle: OrderWaitReason) -> [OrderEffect] {
    progress.waitingFor = obstacle
    return prepare(after: delayAfterFailure())
  }

  private mutating func accept(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    guard let approval = progress.approval, signedTransaction.fee <= approval.feeCap else { return askAgain() }
    progress.signedTransaction = signedTransaction
    progress.waitingFor = nil
    progress.state = .submitting
    failures = 0
    return [.persistTransaction]
  }

  /// The yes does not hold any more: the fee rose above it, or its time is over.
  private mutating func askAgain() -> [OrderEffect] {
    progress.approval = nil
    progress.quote = nil
    progress.waitingFor = nil
    progress.state = .awaitingApproval
    defer { failures += 1 }
    // The first time at once; a wallet that quotes less than it then wants is not asked in a tight loop.
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
    return wasAsking ? [.withdrawPrompt] : []
  }
}
