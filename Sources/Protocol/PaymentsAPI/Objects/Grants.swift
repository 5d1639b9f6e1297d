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
