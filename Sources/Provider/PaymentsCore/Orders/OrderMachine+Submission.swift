package import PaymentsModel

/// This part of the machine begins when a transaction exists. From then on the order cannot be cancelled, and it does
/// not expire if the transaction may have been handed to the network.
extension OrderMachine {
  mutating func reactWhileSubmitted(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect] {
    guard let signedTransaction = progress.signedTransaction else { return [] }
    switch event {
    case .approved: return [.refuseApproval(.notAsked)]
    case .cancelRequested: return [.answerCancel(.tooLate)]
    default: break
    }
    // Until the transaction is handed over, any other report is about another transaction.
    guard isOut || event == .recovered else { return [] }
    if let effects = reviewSigned(event, signedTransaction) { return effects }
    switch event {
    case .commitAccepted: return networkHasIt(signedTransaction, confirmations: 0)
    case .commitRejected(let failure): return rejected(signedTransaction, failure)
    case .commitDoubt: return doubt(signedTransaction)
    case .notInTime where state == .submitting && !isShared:
      return end(.expired) + [.releaseInputs(signedTransaction)]
    case .lookedUp(.unknown): return networkLacksIt(signedTransaction)
    case .lookedUp(.pool): return networkHasIt(signedTransaction, confirmations: 0)
    case .lookedUp(.confirmed(let count)): return networkHasIt(signedTransaction, confirmations: max(count, 0))
    case .lookedUp(.conflicted(let count)): return conflicted(signedTransaction, depth: count)
    // Whatever its depth is, it may make the payment.
    case .lookedUp(.spent): return conflicted(signedTransaction, depth: 0)
    case .lookedUp(.attempting): return underway(signedTransaction)
    case .lookedUp(let lookup) where hasVanished(lookup):
      return [.lookup(signedTransaction, after: delayAfterFailure())]
    case .lookedUp(.untried): return networkLacksIt(signedTransaction)
    case .lookedUp(.undelivered), .lookedUp(.lapsed): return fail(.undelivered) + [.releaseInputs(signedTransaction)]
    case .lookedUp(.settled(let fee)):
      return networkHasIt(
        signedTransaction, replacedBy: PaymentReplacement(transactionID: signedTransaction.transactionID, fee: fee),
        confirmations: PaymentLookup.finalConfirmations)
    case .lookedUp(.replaced(let other, let count, _)):
      return networkHasIt(signedTransaction, replacedBy: other, confirmations: max(count, 0))
    case .lookupFailed: return [.lookup(signedTransaction, after: delayAfterFailure())]
    case .recovered: return recover(signedTransaction)
    default: return []
    }
  }

  /// Whether the node knows nothing any more of a payment by hash that it had told to be under way. Nothing follows from
  /// that: it may be paid. What is followed was told by the node, since all else is in doubt.
  package func hasVanished(_ lookup: PaymentLookup) -> Bool { isFollowed && (lookup == .untried || lookup == .lapsed) }

  /// Whether the order's time is over, and this process has stored the transaction but not handed it to the network: the
  /// disk was slow, or the machine slept.
  func isOverdueUnsent(at now: Timestamp) -> Bool {
    guard state == .submitting, !isOut, !isShared, let expiresAt = terms.expiresAt else { return false }
    return now >= expiresAt
  }

  private mutating func networkHasIt(
    _ signedTransaction: SignedTransaction, replacedBy replacement: PaymentReplacement? = nil, confirmations: Int
  ) -> [OrderEffect] {
    failures = 0
    refusal = nil
    progress.replacement = replacement
    progress.isInDoubt = false
    progress.waitingFor = nil
    progress.confirmations = confirmations
    guard confirmations < terms.confirmationsWanted else { return end(.succeeded) }
    progress.state = .inFlight
    return [.follow(signedTransaction)]
  }

  /// A payment by hash is not made before its preimage is there, whatever number of confirmations is enough.
  private mutating func underway(_ decision: SignedTransaction) -> [OrderEffect] {
    failures = 0
    refusal = nil
    progress.isInDoubt = false
    progress.waitingFor = nil
    progress.state = .inFlight
    return [.follow(decision)]
  }

  private mutating func rejected(_ signedTransaction: SignedTransaction, _ failure: OrderFailure) -> [OrderEffect] {
    if state == .submitting {
      refusal = failure
      return [.lookup(signedTransaction, after: .zero)]
    }
    // The transaction may have reached the network before. A refusal then proves nothing: another node may still hold
    // it.
    return doubt(signedTransaction)
  }

  mutating func doubt(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    // The wallet knows that the coins of a transaction on the network are spent. Until then, only the locks keep the
    // wallet's owner from spending them by hand.
    let locks: [OrderEffect] = progress.state == .submitting ? [.lockInputs(signedTransaction)] : []
    progress.state = .inFlight
    progress.isInDoubt = true
    refusal = nil
    return locks + [.lookup(signedTransaction, after: delayAfterFailure())]
  }

  private mutating func networkLacksIt(_ signedTransaction: SignedTransaction) -> [OrderEffect] {
    // A conflict that has disappeared again proves nothing: the transaction may still take effect.
    if let refusal, refusal != .conflicted {
      return fail(refusal) + [.releaseInputs(signedTransaction)]
    }
    refusal = nil
    progress.state = .inFlight
    progress.isInDoubt = true
    progress.replacement = nil
    progress.confirmations = 0
    // A wallet daemon that lost the transaction may have been restarted and so have lost its locks, too.
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
    // The daemon may have ended between handing over the transaction and recording that.
    if state == .submitting {
      progress.state = .inFlight
      progress.isInDoubt = true
    }
    refusal = nil
    return [.lockInputs(signedTransaction), .lookup(signedTransaction, after: .zero)]
  }
}
