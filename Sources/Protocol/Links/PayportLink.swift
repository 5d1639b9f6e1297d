/// A link of the scheme `payport`. Any web page or message can contain one. It is only a request to show something, and
/// nothing in it is trusted.
public enum PayportLink: Sendable, Hashable {
  /// An opening: an app has asked its provider to show something to the owner.
  case open(OpenLink)
  /// A card. The value is the whole link, which `CardLink` parses.
  case card(String)

  /// The scheme, without the colon.
  public static let scheme = "payport"
  /// The maximum number of characters of a link. It is that of a card, the longest kind.
  public static let maximumLength = 8192

  /// Parses a link.
  ///
  /// - Throws: ``LinkError``.
  public init(_ link: String) throws(LinkError) {
    let syntax = try LinkSyntax(link, scheme: Self.scheme, limit: Self.maximumLength)
    switch syntax.kind {
    case OpenLink.kind: self = .open(try OpenLink(syntax, length: link.utf8.count))
    case "card":
      guard LinkSyntax.isBase64URL(try syntax.values(of: "data")[0]) else { throw .invalid("data") }
      self = .card(link)
    default: throw .unknownKind
    }
  }
}

/// `payport:open?provider=NAME&token=TOKEN`: shows the owner the opening that the provider has stored under the token.
public struct OpenLink: Sendable, Hashable {
  /// The name of the provider, as in its discovery file.
  public let provider: String
  /// The token: 43 characters of base64url, which encode 32 random bytes made by the provider.
  public let token: String

  static let kind = "open"
  /// The number of characters of a token.
  public static let tokenLength = 43
  /// The maximum number of characters of such a link.
  public static let maximumLength = 160

  /// Makes a link.
  ///
  /// - Throws: ``LinkError/invalid(_:)``.
  public init(provider: String, token: String) throws(LinkError) {
    guard LinkSyntax.isProviderName(provider) else { throw .invalid("provider") }
    guard token.utf8.count == Self.tokenLength, LinkSyntax.isBase64URL(token) else { throw .invalid("token") }
    self.provider = provider
    self.token = token
  }

  init(_ syntax: LinkSyntax, length: Int) throws(LinkError) {
    guard length <= Self.maximumLength else { throw .tooLong }
    let values = try syntax.values(of: "provider", "token")
    try self.init(provider: values[0], token: values[1])
  }

  /// The text of the link.
  public var text: String { "\(PayportLink.scheme):\(Self.kind)?provider=\(provider)&token=\(token)" }
}

extension OpenLink: CustomStringConvertible {
  /// A text for logs, without the token.
  public var description: String { "‹open link of \(provider)›" }
}
