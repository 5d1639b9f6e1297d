import PaymentsModel

/// The part of the machine from the existence of a transaction on. Nothing here can be cancelled, and nothing expires
/// that may have been handed over.
extension OrderMachine {
  mutating func reactWhileSubmitted(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect] {
    guard let signedTransaction = progress.signedTransaction else { return [] }
    switch event {
    case .approved: return [.refuseApproval(.notAsked)]
    case .cancelRequested: return [.answerCancel(.tooLate)]
    case .transactionStored: return transactionStored(signedTransaction, at: now)
    default: break
    }
    // Whatever else is said about a transaction before it was handed to anybody is about another one.
    guard isTransactionDurable else { return [] }
    switch event {
    case .commitAccepted: return networkHasIt(signedTransaction, confirmations: 0)
    case .commitRejected(let failure): return rejected(signedTransaction, failure)
    case .commitDoubt: return doubt(signedTransaction)
    case .lookedUp(.unknown): return networkLacksIt(signedTransaction)
    case .lookedUp(.pool): return networkHasIt(signedTransaction, confirmations: 0)
    case .lookedUp(.confirmed(let count)): return networkHasIt(signedTransaction, confirmations: max(count, 0))
    case .lookedUp(.conflicted(let count)): return conflicted(signedTransaction, depth: count)
    case .lookedUp(.replaced(let other, let count, _)):
      return networkHasIt(signedTransaction, replacedBy: other, confirmations: max(count, 0))
    case .lookupFailed: return [.lookup(signedTransaction, after: delayAfterFailure())]
    case .recovered: return recover(signedTransaction)
    default: return []
    }
  }

  private mutating func transactionStored(_ signedTransaction: SignedTransaction, at now: Timestamp) -> [OrderEffect] {
    guard !isTransactionDurable else { return [] }
    isTransactionDurable = true
    // One that was found in the wallet's list is out already.
    if state == .inFlight { return [.lookup(signedTransaction, after: .zero)] }
    if let expiresAt = terms.expiresAt, now >= expiresAt {
      // The disk was slow, or the machine slept: this process stored it just now and handed it to nobody.
      return end(.expired) + [.releaseInputs(signedTransaction)]
    }
    return [.broadcast(signedTransaction)]
  }

  private mutating func networkHasIt(
    _ signedTransaction: SignedTransaction, replacedBy replacement: PaymentReplacement? = nil, confirmations: Int
  ) -> [OrderEffect] {
    failures = 0
    refusal = nil
    progress.replacement = replacement
    progress.isInDoubt = false
    progress.confirmations = confirmations
    guard confirmations < terms.confirmationsWanted else { return end(.succeeded) }
    progress.state = .inFlight
    return [.lookup(signedTransaction, after: schedule.follow)]
  }

  private mutating func rejected(_ signedTransaction: SignedTransaction, _ failure: OrderFailure) -> [OrderEffect] {
    if state == .submitting {
      refusal = failure
      return [.lookup(signedTransaction, after: .zero)]
    }
    // It may have reached the network before: then a refusal proves nothing, another node may still hold it.
    return doubt(signedTransaction)
  }

  private mutating func doubt(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    // What the network has the wallet knows to be spent. Until then its owner could spend the coins by hand.
    let locks: [OrderEffect] = progress.state == .submitting ? [.lockInputs(signedTransaction)] : []
    progress.state = .inFlight
    progress.isInDoubt = true
    refusal = nil
    return locks + [.lookup(signedTransaction, after: delayAfterFailure())]
  }

  private mutating func networkLacksIt(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    // A conflict that is gone again proves nothing: the transaction may take effect after all.
    if let refusal, refusal != .conflicted {
      return fail(refusal) + [.releaseInputs(signedTransaction)]
    }
    refusal = nil
    progress.state = .inFlight
    progress.isInDoubt = true
    progress.replacement = nil
    progress.confirmations = 0
    // A daemon that lost the transaction may have been started anew, without its locks.
    return [.lockInputs(signedTransaction), .broadcast(signedTransaction)]
  }

  private mutating func conflicted(_ signedTransaction: SignedTransaction, depth: Int) -> [OrderEffect] {
    progress.replacement = nil
    progress.confirmations = 0
    guard depth < terms.conflictDepth else {
      return fail(.conflicted) + [.releaseInputs(signedTransaction)]
    }
    return doubt(signedTransaction)
  }

  private mutating func recover(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    // The daemon may have died between handing it over and writing that down.
    if state == .submitting {
      progress.state = .inFlight
      progress.isInDoubt = true
    }
    refusal = nil
    return [.lockInputs(signedTransaction), .lookup(signedTransaction, after: .zero)]
  }
}
