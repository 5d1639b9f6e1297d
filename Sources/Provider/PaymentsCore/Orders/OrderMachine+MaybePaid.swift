import PaymentsModel

/// This part of the machine handles an order that may be paid already, because the wallet sent a transaction that the
/// ledger does not know. The order waits for the owner. In the meantime it neither expires nor can the app cancel it,
/// since both would say that it is not paid. It is never paid automatically.
extension OrderMachine {
  /// Handles an event for an order under review, or one that begins the review; returns `nil` for all other events.
  mutating func review(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect]? {
    guard progress.signedTransaction == nil, !state.isTerminal else {
      return event == .held ? [] : nil
    }
    switch event {
    case .held: return hold()
    case .adopted(let signedTransaction): return adopt(signedTransaction)
    case .released: return progress.waitingFor == .review ? release(at: now) : []
    default: return progress.waitingFor == .review ? wait(event) : nil
    }
  }

  private mutating func hold() -> [OrderEffect] {
    guard progress.waitingFor != .review else { return [] }
    progress.waitingFor = .review
    return state == .awaitingApproval ? [.withdrawQuestion] : []
  }

  private mutating func release(at now: Timestamp) -> [OrderEffect] {
    progress.waitingFor = nil
    let overdue = honourDeadlines(at: now)
    guard overdue.isEmpty, !state.isTerminal else { return overdue }
    if state == .approved, let approval = progress.approval {
      return [.prepare(feeCap: approval.feeCap, after: .zero)]
    }
    progress.quote = nil
    return [.requestQuote(after: .zero)]
  }

  /// The owner says that this transaction pays the order: it is followed from here on as the order's own.
  mutating func adopt(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    let wasAsking = state == .awaitingApproval && progress.waitingFor != .review
    progress.signedTransaction = signedTransaction
    progress.waitingFor = nil
    progress.state = .inFlight
    progress.isInDoubt = true
    // The wallet has sent it.
    isOut = true
    failures = 0
    return (wasAsking ? [.withdrawQuestion] : []) + [.lookup(signedTransaction, after: .zero)]
  }

  private mutating func wait(_ event: OrderEvent) -> [OrderEffect] {
    switch event {
    case .approved: [.refuseApproval(.notAsked)]
    // The owner decides that the order is not to be paid, or not again.
    case .denied: end(.rejected)
    case .cancelRequested: [.answerCancel(.tooLate)]
    case .prepared(let signedTransaction, _): [.releaseInputs(signedTransaction)]
    default: []
    }
  }
}
