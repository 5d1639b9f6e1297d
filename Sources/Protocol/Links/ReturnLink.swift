/// `SCHEME:payport?provider=NAME&state=STATE&result=WORD`: returns from the wallet to the app.
///
/// Any program can make such a link. An app therefore looks up its own request with this state and then asks the
/// provider for the actual result.
public struct ReturnLink: Sendable, Hashable {
  /// The scheme of the app.
  public let scheme: CallbackScheme
  /// The name of the provider that was asked.
  public let provider: String
  /// The state that the app gave in its request, unchanged.
  public let state: LinkState
  /// The result, which is only a hint.
  public let result: LinkResult

  static let kind = "payport"
  /// The maximum number of characters of such a link.
  public static let maximumLength = 512

  /// Makes a link.
  ///
  /// - Throws: ``LinkError/invalid(_:)``.
  public init(scheme: CallbackScheme, provider: String, state: LinkState, result: LinkResult) throws(LinkError) {
    guard LinkSyntax.isProviderName(provider) else { throw .invalid("provider") }
    self.scheme = scheme
    self.provider = provider
    self.state = state
    self.result = result
  }

  /// Parses a link that was sent to an app with this scheme.
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

  /// The text of the link.
  public var text: String {
    "\(scheme.text):\(Self.kind)?provider=\(provider)&state=\(state.text)&result=\(result.rawValue)"
  }
}

extension ReturnLink: CustomStringConvertible {
  /// A text for logs, without the state.
  public var description: String { "‹return link to \(scheme.text)›" }
}

/// The result in the wallet.
public enum LinkResult: String, Sendable, Hashable, CaseIterable {
  /// The payment order was approved, or has progressed further.
  case approved
  /// The owner rejected the payment order.
  case rejected
  /// The owner has viewed it. There was nothing to decide, or the decision is still open.
  case viewed
}

/// The text by which an app finds its request again: 1 to 256 characters of `A-Z a-z 0-9 - . _ ~`, which need no
/// encoding in a link.
public struct LinkState: Sendable, Hashable {
  /// The text as it was given.
  public let text: String

  /// The maximum number of characters.
  public static let maximumLength = 256

  /// Makes a state; nil if the text is invalid.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count),
      text.utf8.allSatisfy({ LinkSyntax.isAlphanumeric($0) || "-._~".utf8.contains($0) })
    else { return nil }
    self.text = text
  }

  /// Makes a state of 128 random bits, which cannot be guessed.
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
  /// A fixed text. The state must stay secret, because a program that knows it can pretend to return from the wallet.
  public var description: String { "‹state›" }
}
