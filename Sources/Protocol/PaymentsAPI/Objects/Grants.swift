public import PaymentsModel

/// What the owner allowed this app.
public struct Grants: WireObject {
  /// The scopes that the app may use.
  public var scopes: [Scope]
  /// The currencies that the app may use; absent for all.
  public var currencies: [String]?
  /// The time when the scopes end; absent if they last until they are revoked. After that `scopes` is empty.
  public var expiresAt: Timestamp?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(scopes: [Scope], currencies: [String]? = nil, expiresAt: Timestamp? = nil) {
    self.scopes = scopes
    self.currencies = currencies
    self.expiresAt = expiresAt
  }
}

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
