/// What an app says of itself in the handshake's last message: signed by its key, kept as received, and believed only
/// as far as that.
public struct Manifest: WireObject {
  /// The claimed identifier in reverse or forward domain form, such as `chat.simplex.app`; 3 to 100 of `a-z0-9.-`.
  public var appID: String
  /// The claimed name, 1 to 64 code points.
  public var name: String
  /// The claimed version, at most 32 code points.
  public var version: String
  /// The scopes that the app wants.
  public var scopes: [Scope]
  /// The currencies that it wants; absent where all.
  public var currencies: [String]?
  /// The range of versions of the payments specification that it speaks: `1` or `1-3`.
  public var versions: String
  /// The URL scheme that leads back to the app.
  public var callbackScheme: String?

  /// A manifest.
  public init(
    appID: String, name: String, version: String, scopes: [Scope], currencies: [String]? = nil, versions: String = "1",
    callbackScheme: String? = nil
  ) {
    self.appID = appID
    self.name = name
    self.version = version
    self.scopes = scopes
    self.currencies = currencies
    self.versions = versions
    self.callbackScheme = callbackScheme
  }

  /// Whether the shape is as documented; the provider refuses the handshake where it is not.
  public var isWellFormed: Bool {
    let identifier = appID.utf8
    let allowed = identifier.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    return (3...100).contains(identifier.count) && allowed && (1...64).contains(name.unicodeScalars.count)
      && version.unicodeScalars.count <= 32
      && (currencies ?? []).count <= 64 && scopes.count <= Scope.allCases.count
      && VersionRange(versions) != nil
  }
}
