package import PaymentsModel

/// What a look at the transaction of an order that has succeeded leads to.
package enum OrderAftermath: Sendable, Hashable {
  /// Nothing new; to be looked at again.
  case asBefore
  /// The network has lost it: the same transaction is to be handed over again.
  case sendAgain(SignedTransaction)
  /// The payment is so deep in the chain that nobody has to look at it any more.
  case buried
  /// The order has changed: its new version, its event and its bookings are to be stored.
  case changed
}

/// An order that has succeeded stays so. Yet a reorganisation may still undo it, or the owner may raise the fee of what
/// succeeded without any confirmation: then the books and the app are told, by a new version in the same state.
extension OrderMachine {
  /// Confirmations from which on a payment is not followed any more.
  private var burialDepth: Int { max(terms.conflictDepth, 12) }

  /// Takes the wallet's word on a transaction of an order that has succeeded.
  package mutating func followUp(_ lookup: PaymentLookup, at now: Timestamp) -> OrderAftermath {
    guard state == .succeeded, let signedTransaction = progress.signedTransaction else { return .buried }
    if progress.reversedAt != nil { return .buried }
    switch lookup {
    case .unknown: return .sendAgain(signedTransaction)
    case .pool: return madeBy(nil, 0, at: now)
    case .confirmed(let count): return madeBy(nil, count, at: now)
    case .replaced(let other, let count, _): return madeBy(other, count, at: now)
    case .conflicted(let depth):
      guard depth >= terms.conflictDepth else { return .asBefore }
      progress.reversedAt = now
      return changed(at: now)
    }
  }

  private mutating func madeBy(
    _ replacement: PaymentReplacement?, _ confirmations: Int, at now: Timestamp
  ) -> OrderAftermath {
    guard replacement == progress.replacement else {
      progress.replacement = replacement
      return changed(at: now)
    }
    return confirmations >= burialDepth ? .buried : .asBefore
  }

  private mutating func changed(at now: Timestamp) -> OrderAftermath {
    progress.version += 1
    progress.updatedAt = max(progress.updatedAt, now)
    return .changed
  }
}
