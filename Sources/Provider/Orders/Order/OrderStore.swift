package import Ledger
package import PaymentsCore
import PaymentsModel
import Synchronization

/// Why an order may not be stored. It is judged in the unit that would store it: whatever was looked at before may have
/// changed since.
package enum OrderRefusal: Sendable, Hashable {
  /// The order does not fit into the limits of its app.
  case exceeded(BudgetExceeded)
  /// The owner has locked the wallet, and the payment has not been stored before.
  case locked
  /// The owner has revoked the app, or let it pay no more.
  case appRevoked
  /// The payment was approved by a limit, or by a yes without the PIN, and the owner has set a PIN for such an amount.
  case needsPIN
  /// The wallet has sent something that may be this payment. A new order is stored all the same, as one that waits for the
  /// owner.
  case doubtful
  /// The owner has changed the limits of the app since the yes that changes them, too.
  case limitsChanged
  /// Another order pays the same payment hash, or has paid it.
  case hashTaken
  /// The transaction that replaced the order's own one makes no more payments than those of other orders.
  case replacementTaken
  /// The records of the app take all of the bytes that it may use.
  case full
}

/// The only writer of orders: stores new orders and new versions of one or several, all of them or none, each with its
/// event, its audit entries and its part of the budget.
package struct OrderStore: Sendable {
  /// What became of a commit. Unless it is stored, nothing has changed.
  package enum Outcome: Sendable, Hashable {
    case stored
    /// One of the orders may not be stored.
    case refused(OrderRefusal)
    /// The request was carried out before, or its key is used for another one.
    case earlier
    /// The ledger failed.
    case failed(LedgerError)
  }

  private let environment: any OrderEnvironment
  private let limits: SpendingLimits
  private let reports: any OrderReports

  package init(_ environment: any OrderEnvironment, limits: SpendingLimits, reports: any OrderReports) {
    self.environment = environment
    self.limits = limits
    self.reports = reports
  }

  /// Creates the change that brings a new order.
  ///
  /// - Throws: ``LedgerError`` if the event cannot be encoded.
  package func new(_ order: OrderMachine) throws(LedgerError) -> OrderChange {
    OrderChange(new: order, try reports.event(of: order))
  }

  /// Creates the change to the next version of an order, which may have succeeded before.
  ///
  /// - Parameter occasion: What led to the version.
  /// - Throws: ``LedgerError`` if the event cannot be encoded.
  package func next(
    _ order: OrderMachine, after earlier: OrderMachine, _ occasion: OrderEvent?
  ) throws(LedgerError) -> OrderChange {
    OrderChange(order, after: earlier, occasion, try reports.event(of: order))
  }

  /// Stores a new order together with the claim of the request that makes it.
  package func insert(_ order: OrderMachine, _ claim: RequestClaim) async -> Outcome {
    do throws(LedgerError) {
      return await commit([try new(order)], claim: claim)
    } catch {
      return .failed(error)
    }
  }

  /// Stores the changes in one unit.
  ///
  /// - Parameters:
  ///   - claim: The key of the request that makes a new order; it is used up together with it.
  ///   - limits: New limits that the owner gave the app of these orders. They apply to what is stored with them.
  package func commit(_ changes: [OrderChange], claim: RequestClaim? = nil, limits given: LimitsChange? = nil) async
    -> Outcome
  {
    let answer = Mutex<Outcome>(.stored)
    do throws(LedgerError) {
      try await environment.ledger.write { [limits, environment] transaction in
        func abandon(_ outcome: Outcome) -> LedgerError {
          answer.withLock { $0 = outcome }
          return LedgerError.abandoned
        }
        if let claim, try transaction.claimRequest(claim) != .new { throw abandon(.earlier) }
        if let given, let terms = changes.first?.after.terms,
          try !limits.set(given, of: terms.app, terms.currency, in: transaction)
        {
          throw abandon(.refused(.limitsChanged))
        }
        for change in changes {
          if let refusal = try change.write(in: transaction, limits, environment) { throw abandon(.refused(refusal)) }
        }
      }
    } catch {
      let outcome = answer.withLock { $0 }
      return outcome == .stored ? .failed(error) : outcome
    }
    return .stored
  }
}
