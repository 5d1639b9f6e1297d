/// `SCHEME:payport?provider=NAME&state=STATE&result=WORD`: leads from the wallet back to the app.
///
/// Anybody can make one. An app looks for what it asked for under this state, and then asks the provider how it is.
public struct ReturnLink: Sendable, Hashable {
  /// The scheme of the app.
  public let scheme: CallbackScheme
  /// The name of the provider that was asked.
  public let provider: String
  /// What the app gave when it asked, to the letter.
  public let state: LinkState
  /// How it went, as a hint.
  public let result: LinkResult

  static let kind = "payport"
  /// The most characters of such a link.
  public static let maximumLength = 512

  /// A link.
  ///
  /// - Throws: ``LinkError/invalid(_:)``.
  public init(scheme: CallbackScheme, provider: String, state: LinkState, result: LinkResult) throws(LinkError) {
    guard LinkSyntax.isProviderName(provider) else { throw .invalid("provider") }
    self.scheme = scheme
    self.provider = provider
    self.state = state
    self.result = result
  }

  /// Reads a link that came to an app of this scheme.
  ///
  /// - Throws: ``LinkError``.
  public init(_ link: String, to scheme: CallbackScheme) throws(LinkError) {
    let syntax = try LinkSyntax(link, scheme: scheme.text, limit: Self.maximumLength)
    guard syntax.kind == Self.kind else { throw .unknownKind }
    let values = try syntax.values(of: "provider", "state", "result")
    guard let state = LinkState(values[1]) else { throw .invalid("state") }
    guard let result = LinkResult(rawValue: values[2]) else { throw .invalid("result") }
    try self.init(scheme: scheme, provider: values[0], state: state, result: result)
  }

  /// The link itself.
  public var text: String {
    "\(scheme.text):\(Self.kind)?provider=\(provider)&state=\(state.text)&result=\(result.rawValue)"
  }
}

extension ReturnLink: CustomStringConvertible {
  /// Without the state.
  public var description: String { "‹return link to \(scheme.text)›" }
}

/// How it went in the wallet.
public enum LinkResult: String, Sendable, Hashable, CaseIterable {
  /// The payment order is approved, or further.
  case approved
  /// The owner rejected the payment order.
  case rejected
  /// It was looked at, and there was nothing to decide, or it is still to be decided.
  case viewed
}

/// What an app gives to find what it asked for again: 1 to 256 of `A-Z a-z 0-9 - . _ ~`, which no link needs to encode.
public struct LinkState: Sendable, Hashable {
  /// As it was given.
  public let text: String

  /// The most characters.
  public static let maximumLength = 256

  /// A state; nil where the text is none.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count),
      text.utf8.allSatisfy({ LinkSyntax.isAlphanumeric($0) || "-._~".utf8.contains($0) })
    else { return nil }
    self.text = text
  }

  /// A state that nobody can guess, of 128 random bits.
  public static func random() -> LinkState {
    var generator = SystemRandomNumberGenerator()
    return LinkState(random: (0..<2).map { _ in generator.next() as UInt64 })
  }

  private init(random words: [UInt64]) {
    text = words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}

extension LinkState: CustomStringConvertible {
  /// Hidden: who knows it can pretend to come back from the wallet.
  public var description: String { "‹state›" }
}
