public import PaymentsModel

/// The app as the provider knows it.
public struct AppInfo: Codable, Sendable, Hashable {
  /// The claimed identifier, such as `chat.simplex.app`.
  public var appID: String
  /// The claimed name.
  public var name: String
  /// The claimed version.
  public var version: String
  /// The app's Ed25519 public key, base64url: its identity.
  public var key: AppKey

  /// All members; those that may be absent default to that.
  public init(appID: String, name: String, version: String, key: AppKey) {
    self.appID = appID
    self.name = name
    self.version = version
    self.key = key
  }

  private enum CodingKeys: String, CodingKey {
    case appID = "app_id"
    case name
    case version
    case key
  }
}
