/// A link of the scheme `payport`. Any web page or message can hold one: it says what somebody wants to be looked at,
/// and never what is true.
public enum PayportLink: Sendable, Hashable {
  /// Something that an app asked its provider to show to the owner.
  case open(OpenLink)
  /// A card: the whole link, for `CardLink` to read.
  case card(String)

  /// The scheme, without the colon.
  public static let scheme = "payport"
  /// The most characters of a link, which is that of a card.
  public static let maximumLength = 8192

  /// Reads a link.
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

/// `payport:open?provider=NAME&token=TOKEN`: shows the owner what a provider keeps under the token.
public struct OpenLink: Sendable, Hashable {
  /// The name of the provider, as in its discovery file.
  public let provider: String
  /// The token: 43 characters of base64url, 32 random bytes of the provider's.
  public let token: String

  static let kind = "open"
  /// The characters of a token.
  public static let tokenLength = 43
  /// The most characters of such a link.
  public static let maximumLength = 160

  /// A link.
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

  /// The link itself.
  public var text: String { "\(PayportLink.scheme):\(Self.kind)?provider=\(provider)&token=\(token)" }
}

extension OpenLink: CustomStringConvertible {
  /// Without the token.
  public var description: String { "‹open link of \(provider)›" }
}
