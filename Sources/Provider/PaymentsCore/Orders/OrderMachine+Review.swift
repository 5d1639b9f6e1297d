import PaymentsModel

/// The part of the machine for an order that may be paid already: the wallet sent something that the ledger does not
/// know. It waits for the owner, neither expires nor is cancelled by the app meanwhile (either would tell that it is
/// not paid), and is never paid by itself.
extension OrderMachine {
  /// What an event leads to that is about this; `nil` where it is not.
  mutating func review(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect]? {
    guard progress.signedTransaction == nil, !state.isTerminal else {
      switch event {
      case .held, .released, .adopted: return []
      default: return nil
      }
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
    return state == .awaitingApproval ? [.withdrawPrompt] : []
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
  private mutating func adopt(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    let wasAsking = state == .awaitingApproval && progress.waitingFor != .review
    progress.signedTransaction = signedTransaction
    progress.waitingFor = nil
    progress.state = .inFlight
    progress.isInDoubt = true
    failures = 0
    return (wasAsking ? [.withdrawPrompt] : []) + [.persistTransaction]
  }

  private mutating func wait(_ event: OrderEvent) -> [OrderEffect] {
    switch event {
    case .approved: [.refuseApproval(.notAsked)]
    // The owner's word, which is that it is not to be paid, or not again.
    case .denied: end(.rejected)
    case .cancelRequested: [.answerCancel(.tooLate)]
    case .prepared(let signedTransaction): [.releaseInputs(signedTransaction)]
    default: []
    }
  }
}
