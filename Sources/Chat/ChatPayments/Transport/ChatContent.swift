/// What a message says: text that makes sense anywhere, and for a card the link that carries it.
///
/// A transport that knows only text sends ``plainText``; one with content of its own kinds may carry the link apart.
public struct ChatContent: Sendable, Hashable {
  /// What a person reads who has no payments: complete without the link.
  public let text: String
  /// `payport:card?data=…`; nil where the message is no card.
  public let link: String?

  /// What a link to a card begins with.
  public static let linkPrefix = "payport:card?"

  /// A message.
  public init(text: String, link: String? = nil) {
    self.text = text
    self.link = link
  }

  /// The message of a text alone: where its last line is a link to a card, that is the link.
  public init(plainText: String) {
    let lines = plainText.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let last = lines.last, last.utf8.starts(with: Self.linkPrefix.utf8),
      !last.unicodeScalars.contains(where: \.properties.isWhitespace)
    else {
      self.init(text: plainText)
      return
    }
    self.init(text: lines.dropLast().joined(separator: "\n"), link: last)
  }

  /// The text, and the link on a line of its own after it.
  public var plainText: String {
    guard let link else { return text }
    return text.isEmpty ? link : text + "\n" + link
  }
}

extension ChatContent: CustomStringConvertible {
  /// Redacted: what people write does not appear in logs.
  public var description: String { link == nil ? "‹message›" : "‹card message›" }
}
