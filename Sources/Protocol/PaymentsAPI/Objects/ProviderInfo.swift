/// The provider.
public struct ProviderInfo: WireObject {
  /// Its Ed25519 public key, base64url.
  public var providerID: String
  /// Its name for people.
  public var name: String
  /// Program and version, such as `payd/1.0.0`.
  public var software: String

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(providerID: String, name: String, software: String) {
    self.providerID = providerID
    self.name = name
    self.software = software
  }
}
