public import PaymentsModel

/// What the owner allowed this app.
public struct Grants: WireObject {
  /// The scopes that the app may use.
  public var scopes: [Scope]
  /// The currencies that the app may use; absent for all.
  public var currencies: [String]?
  /// The time when the scopes end; absent if they last until they are revoked. After that `scopes` is empty.
  public var expiresAt: Timestamp?

  /// Makes a value from all members; optional members default to nil.
  public init(scopes: [Scope], currencies: [String]? = nil, expiresAt: Timestamp? = nil) {
    self.scopes = scopes
    self.currencies = currencies
    self.expiresAt = expiresAt
  }
}

/// A permission that an app can be granted.
public enum Scope: String, Codable, Sendable, Hashable, CaseIterable {
  /// The app may use addresses and invoices.
  case receive
  /// The app may submit payment orders.
  case pay
  /// The app may read the wallet's balance. The owner has to grant this scope by name.
  case balance
  /// The app may request proofs of payments and funds. The owner has to grant this scope by name.
  case prove
  /// The app may request statements of its transactions.
  case statement
}

extension Scope {
  /// Whether the scope is granted if the app asks for it and the owner approves the app without naming scopes. The
  /// balance of the wallet and signatures with its keys are granted only by name.
  public var isGrantedByDefault: Bool {
    switch self {
    case .receive, .pay, .statement: true
    case .balance, .prove: false
    }
  }
}
