/// What an app may be allowed to do.
public enum Scope: String, Codable, Sendable, Hashable, CaseIterable {
  /// Addresses and invoices.
  case receive
  /// Payment orders.
  case pay
  /// The wallet's balance; never granted unless the owner names it.
  case balance
  /// Proofs of payments and funds.
  case prove
  /// Statements of transactions.
  case statement
}
