import Ledger
import PaymentsCore
import PaymentsModel
import Synchronization

/// Why an order may not be stored. It is judged in the unit that would store it: whatever was looked at before may have
/// changed since.
enum OrderRefusal: Sendable, Hashable {
  /// The order does not fit into the limits of its app.
  case exceeded(BudgetExceeded)
  /// The owner has locked the wallet, and the payment has not been stored before.
  case locked
  /// The owner has revoked the app, or let it pay no more.
  case appRevoked
  /// The payment was approved by a limit, or by a yes without the PIN, and the owner has set a PIN for such an amount.
  case needsPIN
  /// The wallet has sent something that may be this payment.
  case doubtful
  /// The owner has changed the limits of the app since the yes that changes them, too.
  case limitsChanged
  /// The transaction that replaced the order's own one makes no more payments than those of other orders.
  case replacementTaken
  /// The records of the app have reached this limit of its quota.
  case quotaExceeded(AppQuotas.Limit)
}

/// The only writer of orders: stores new orders and new versions of one or several, all of them or none, each with its
/// event, its audit entries and its part of the budget.
struct OrderStore: Sendable {
  /// What became of a commit. Unless it is stored, nothing has changed.
  enum Outcome: Sendable, Hashable {
    case stored
    /// One of the orders may not be stored.
    case refused(OrderRefusal)
    /// The request was carried out before, or its key is used for another one.
    case earlier
    /// The ledger failed.
    case failed(LedgerError)
  }

  let ledger: Ledger
  let grants: SpendingLimits
  let quotas: AppQuotas

  /// Stores the changes in one unit.
  ///
  /// - Parameters:
  ///   - claim: The key of the request that makes a new order; it is used up together with it.
  ///   - limits: New limits that the owner gave the app of these orders. They apply to what is stored with them.
  func commit(_ changes: [OrderChange], claim: RequestClaim? = nil, limits: LimitsChange? = nil) async -> Outcome {
    let answer = Mutex<Outcome>(.stored)
    do throws(LedgerError) {
      try await ledger.write { [grants, quotas] transaction in
        func abandon(_ outcome: Outcome) -> LedgerError {
          answer.withLock { $0 = outcome }
          return LedgerError.abandoned
        }
        if let claim, try transaction.claimRequest(claim) != .new { throw abandon(.earlier) }
        if let limits, let terms = changes.first?.after.terms,
          try !grants.set(limits, of: terms.app, terms.currency, in: transaction)
        {
          throw abandon(.refused(.limitsChanged))
        }
        for change in changes {
          if let refusal = try change.write(in: transaction, grants, quotas) { throw abandon(.refused(refusal)) }
        }
      }
    } catch {
      let outcome = answer.withLock { $0 }
      return outcome == .stored ? .failed(error) : outcome
    }
    return .stored
  }
}
