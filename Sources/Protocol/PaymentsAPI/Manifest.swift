/// The description that an app gives of itself in the last message of the handshake. It is signed by the app's key and
/// stored as received. Its content is only claimed.
public struct Manifest: WireObject {
  /// The claimed identifier in the form of a domain name or its reverse, such as `chat.simplex.app`; 3 to 100
  /// characters of `a-z0-9.-`.
  public var appID: String
  /// The claimed name, 1 to 64 code points without U+0000.
  public var name: String
  /// The claimed version, at most 32 code points without U+0000.
  public var version: String
  /// The scopes that the app asks for.
  public var scopes: [Scope]
  /// The currencies that the app asks for; absent for all.
  public var currencies: [String]?
  /// The range of versions of the payments specification that the app supports: `1` or `1-3`.
  public var versions: String
  /// The URL scheme for returning to the app.
  public var callbackScheme: String?

  /// Makes a manifest.
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

  /// Whether all members have the documented form. Otherwise the provider refuses the handshake.
  public var isWellFormed: Bool {
    let identifier = appID.utf8
    let allowed = identifier.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    return (3...100).contains(identifier.count) && allowed && (1...64).contains(name.unicodeScalars.count)
      && version.unicodeScalars.count <= 32 && !name.utf8.contains(0) && !version.utf8.contains(0)
      && (currencies ?? []).count <= 64 && scopes.count <= Scope.allCases.count
      && VersionRange(versions) != nil
  }
}
