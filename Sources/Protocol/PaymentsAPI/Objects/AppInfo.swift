public import PaymentsModel

/// The app as the provider knows it.
public struct AppInfo: WireObject {
  /// The claimed identifier, such as `chat.simplex.app`.
  public var appID: String
  /// The claimed name.
  public var name: String
  /// The claimed version.
  public var version: String
  /// The app's Ed25519 public key in base64url, which is its identity.
  public var key: AppKey

  /// Makes a value from all members; optional members default to nil.
  public init(appID: String, name: String, version: String, key: AppKey) {
    self.appID = appID
    self.name = name
    self.version = version
    self.key = key
  }
}
