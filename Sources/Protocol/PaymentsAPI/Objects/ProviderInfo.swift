/// The provider.
public struct ProviderInfo: Codable, Sendable, Hashable {
  /// Its Ed25519 public key, base64url.
  public var providerID: String
  /// Its name for people.
  public var name: String
  /// Program and version, such as `payd/1.0.0`.
  public var software: String

  /// All members; those that may be absent default to that.
  public init(providerID: String, name: String, software: String) {
    self.providerID = providerID
    self.name = name
    self.software = software
  }

  private enum CodingKeys: String, CodingKey {
    case providerID = "provider_id"
    case name
    case software
  }
}
