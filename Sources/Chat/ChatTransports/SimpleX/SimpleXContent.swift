import ChatPayments
import JSON

/// How a message stands in SimpleX Chat's `MsgContent`: a card as content of a type of its own, of which apps that do
/// not know the type show the text, and keep the rest (chapter 14.7).
enum SimpleXContent {
  /// The type of cards.
  static let cardType = "payport_card"
  /// Bytes of content that fit into one message of the network, which are 15,602 with what goes with it.
  static let limit = 15_000

  /// As it is sent.
  ///
  /// - Throws: `ChatTransportError/tooLarge(limit:)`.
  static func write(_ content: ChatContent) throws(ChatTransportError) -> JSONValue {
    let value: JSONValue =
      if let link = content.link {
        ["type": .string(cardType), "text": .string(content.text), "link": .string(link)]
      } else {
        ["type": "text", "text": .string(content.text)]
      }
    guard value.encoded().count <= limit else { throw .tooLarge(limit: limit) }
    return value
  }

  /// As it came; nil where it says nothing. A card may also come as a link at the end of a text.
  static func read(_ value: JSONValue) -> ChatContent? {
    guard let type = value["type"]?.stringValue, let text = value["text"]?.stringValue else { return nil }
    if type == cardType, let link = value["link"]?.stringValue, link.utf8.starts(with: ChatContent.linkPrefix.utf8) {
      return ChatContent(text: text, link: link)
    }
    return ChatContent(plainText: text)
  }
}
