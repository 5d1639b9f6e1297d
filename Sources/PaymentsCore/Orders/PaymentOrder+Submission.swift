import PaymentsModel

/// The part of the machine from the existence of a transaction on. Nothing here can be cancelled, and nothing expires
/// that may have been handed over.
extension PaymentOrder {
  mutating func reactWhileSubmitted(_ event: OrderEvent, at now: Timestamp) -> [OrderEffect] {
    guard let artefact = progress.artefact else { return [] }
    switch event {
    case .approved: return [.refuseApproval(.notAsked)]
    case .cancelRequested: return [.answerCancel(.tooLate)]
    case .artefactCommitted: return artefactCommitted(artefact, at: now)
    default: break
    }
    // Whatever else is said about a transaction before it was handed to anybody is about another one.
    guard isArtefactDurable else { return [] }
    switch event {
    case .commitAccepted: return networkHasIt(artefact, confirmations: 0)
    case .commitRejected(let failure): return rejected(artefact, failure)
    case .commitDoubt: return doubt(artefact)
    case .lookedUp(.unknown): return networkLacksIt(artefact)
    case .lookedUp(.pool): return networkHasIt(artefact, confirmations: 0)
    case .lookedUp(.confirmed(let count)): return networkHasIt(artefact, confirmations: max(count, 0))
    case .lookedUp(.conflicted(let count)): return conflicted(artefact, depth: count)
    case .lookedUp(.replaced(let other, let count)):
      return networkHasIt(artefact, replacedBy: other, confirmations: max(count, 0))
    case .lookupFailed: return [.lookup(artefact, after: delayAfterFailure())]
    case .recovered: return recover(artefact)
    default: return []
    }
  }

  private mutating func artefactCommitted(_ artefact: OrderArtefact, at now: Timestamp) -> [OrderEffect] {
    guard !isArtefactDurable else { return [] }
    isArtefactDurable = true
    // One that was found in the wallet's list is out already.
    if state == .inFlight { return [.lookup(artefact, after: .zero)] }
    if let expiresAt = terms.expiresAt, now >= expiresAt {
      // The disk was slow, or the machine slept: this process stored it just now and handed it to nobody.
      return end(.expired) + [.releaseInputs(artefact)]
    }
    return [.broadcast(artefact)]
  }

  private mutating func networkHasIt(
    _ artefact: OrderArtefact, replacedBy replacement: OrderReplacement? = nil, confirmations: Int
  ) -> [OrderEffect] {
    failures = 0
    refusal = nil
    progress.replacement = replacement
    progress.isInDoubt = false
    progress.confirmations = confirmations
    guard confirmations < terms.confirmationsWanted else { return end(.succeeded) }
    progress.state = .inFlight
    return [.lookup(artefact, after: schedule.follow)]
  }

  private mutating func rejected(_ artefact: OrderArtefact, _ failure: OrderFailure) -> [OrderEffect] {
    if state == .submitting {
      refusal = failure
      return [.lookup(artefact, after: .zero)]
    }
    // It may have reached the network before: then a refusal proves nothing, another node may still hold it.
    return doubt(artefact)
  }

  private mutating func doubt(_ artefact: OrderArtefact) -> [OrderEffect] {
    // What the network has the wallet knows to be spent. Until then its owner could spend the coins by hand.
    let locks: [OrderEffect] = progress.state == .submitting ? [.lockInputs(artefact)] : []
    progress.state = .inFlight
    progress.isInDoubt = true
    refusal = nil
    return locks + [.lookup(artefact, after: delayAfterFailure())]
  }

  private mutating func networkLacksIt(_ artefact: OrderArtefact) -> [OrderEffect] {
    // A conflict that is gone again proves nothing: the transaction may take effect after all.
    if let refusal, refusal != .conflicted {
      return fail(refusal) + [.releaseInputs(artefact)]
    }
    refusal = nil
    progress.state = .inFlight
    progress.isInDoubt = true
    progress.replacement = nil
    progress.confirmations = 0
    // A daemon that lost the transaction may have been started anew, without its locks.
    return [.lockInputs(artefact), .broadcast(artefact)]
  }

  private mutating func conflicted(_ artefact: OrderArtefact, depth: Int) -> [OrderEffect] {
    progress.replacement = nil
    progress.confirmations = 0
    guard depth < terms.conflictDepth else {
      return fail(.conflicted) + [.releaseInputs(artefact)]
    }
    return doubt(artefact)
  }

  private mutating func recover(_ artefact: OrderArtefact) -> [OrderEffect] {
    // The daemon may have died between handing it over and writing that down.
    if state == .submitting {
      progress.state = .inFlight
      progress.isInDoubt = true
    }
    refusal = nil
    return [.lockInputs(artefact), .lookup(artefact, after: .zero)]
  }
}
