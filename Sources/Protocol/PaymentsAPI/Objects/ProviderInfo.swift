/// The provider.
public struct ProviderInfo: WireObject {
  /// The provider's Ed25519 public key in base64url.
  public var providerID: String
  /// The name of the provider, for people.
  public var name: String
  /// The program and its version, such as `payd/0.9.0`.
  public var software: String

  /// Makes a value from all members; optional members default to nil.
  public init(providerID: String, name: String, software: String) {
    self.providerID = providerID
    self.name = name
    self.software = software
  }
}
