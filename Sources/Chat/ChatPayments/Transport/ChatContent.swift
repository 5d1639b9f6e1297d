/// The content of a message: a text that can be understood without anything else, and for a card also its link.
///
/// A transport that can carry only text sends ``plainText``. Other transports may carry the link separately.
public struct ChatContent: Sendable, Hashable {
  /// The text for a reader whose chat knows no cards. It is complete without the link.
  public let text: String
  /// The link `payport:card?data=…`; `nil` if the message is no card.
  public let link: String?

  /// The beginning of every link to a card.
  public static let linkPrefix = "payport:card?"

  /// Creates the content of a message.
  public init(text: String, link: String? = nil) {
    self.text = text
    self.link = link
  }

  /// Creates the content from a text. If the last line of the text is a link to a card, it becomes the link.
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

  /// The text, followed by the link on a line of its own.
  public var plainText: String {
    guard let link else { return text }
    return text.isEmpty ? link : text + "\n" + link
  }
}

extension ChatContent: CustomStringConvertible {
  /// A redacted text, so that messages do not appear in logs.
  public var description: String { link == nil ? "‹message›" : "‹card message›" }
}
