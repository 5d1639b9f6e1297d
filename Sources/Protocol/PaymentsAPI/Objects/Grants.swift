public import PaymentsModel

/// What the owner allowed this app.
public struct Grants: WireObject {
  /// The scopes that the app may use.
  public var scopes: [Scope]
  /// The currencies that it may use; absent where all.
  public var currencies: [String]?
  /// When the scopes end; absent where they last until they are revoked. After it `scopes` is empty.
  public var expiresAt: Timestamp?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(scopes: [Scope], currencies: [String]? = nil, expiresAt: Timestamp? = nil) {
    self.scopes = scopes
    self.currencies = currencies
    self.expiresAt = expiresAt
  }
}
