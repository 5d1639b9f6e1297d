package import PaymentsModel

/// The result of following the transaction of an order that has succeeded.
package enum OrderAftermath: Sendable, Hashable {
  /// Nothing has changed. The transaction has to be looked at again later.
  case asBefore
  /// The network has lost the transaction. The same transaction has to be handed over again.
  case sendAgain(SignedTransaction)
  /// The payment is so deep in the chain that nobody has to look at it any more.
  case buried
  /// The order has changed. Its new version, its event and its bookings have to be stored.
  case changed
}

/// An order that has succeeded keeps that state. Still, a reorganisation may undo its payment, or the owner may raise
/// the fee of a payment that succeeded without any confirmation. A new version in the same state then tells the books
/// and the app.
extension OrderMachine {
  /// The number of confirmations from which on a payment is not followed any more.
  private var burialDepth: Int { max(terms.conflictDepth, 12) }

  /// Applies the wallet's report on the transaction of an order that has succeeded.
  package mutating func followUp(_ lookup: PaymentLookup, at now: Timestamp) -> OrderAftermath {
    guard state == .succeeded, let signedTransaction = progress.signedTransaction else { return .buried }
    if progress.reversedAt != nil { return .buried }
    switch lookup {
    case .unknown: return .sendAgain(signedTransaction)
    case .pool: return madeBy(nil, 0, at: now)
    case .confirmed(let count): return madeBy(nil, count, at: now)
    case .replaced(let other, let count, _): return madeBy(other, count, at: now)
    case .spent, .attempting: return .asBefore
    // What has arrived cannot be undone, whatever a node says of it later.
    case .settled, .undelivered, .untried, .lapsed: return .buried
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
