/// What an app may be allowed to do.
public enum Scope: String, Codable, Sendable, Hashable, CaseIterable {
  /// Addresses and invoices.
  case receive
  /// Payment orders.
  case pay
  /// The wallet's balance; never granted unless the owner names it.
  case balance
  /// Proofs of payments and funds; never granted unless the owner names it.
  case prove
  /// Statements of transactions.
  case statement
}

extension Scope {
  /// Whether asking alone gets it, when the owner approves an app without naming scopes: what the wallet holds, and
  /// signatures of its keys, are given away by name only.
  public var isGrantedByDefault: Bool {
    switch self {
    case .receive, .pay, .statement: true
    case .balance, .prove: false
    }
  }
}
