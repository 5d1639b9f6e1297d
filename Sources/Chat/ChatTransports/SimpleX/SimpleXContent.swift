import ChatPayments
import JSON

/// The form of a message in SimpleX Chat's `MsgContent`. A card is content of its own type; apps that do not know the
/// type show its text and keep the rest (chapter 14.7).
enum SimpleXContent {
  /// The content type of cards.
  static let cardType = "payport_card"
  /// The highest number of bytes of content in one message. The network carries 15,602 bytes, including other fields.
  static let limit = 15_000
  /// The highest number of bytes of a message to a contact whose messages are sealed against quantum computers too, after
  /// it was packed (`maxCompressedMsgLength` of simplex-chat). Only SimpleX Chat can tell how many there will be.
  static let packedLimit = 13_380

  /// Encodes a content.
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

  /// Decodes a content; `nil` if it has no text. A card may also come as a link at the end of a text.
  static func read(_ value: JSONValue) -> ChatContent? {
    guard var type = value["type"]?.stringValue, let text = value["text"]?.stringValue else { return nil }
    var value = value
    // Content of a type that SimpleX Chat does not know is passed on inside of a record of the type `unknown`.
    if type == "unknown", let tag = value["tag"]?.stringValue, let original = value["json"] {
      (type, value) = (tag, original)
    }
    if type == cardType, let link = value["link"]?.stringValue, link.utf8.starts(with: ChatContent.linkPrefix.utf8) {
      return ChatContent(text: text, link: link)
    }
    return ChatContent(plainText: text)
  }
}
