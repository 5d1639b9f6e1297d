import Cryptography
import JSON
import TypeDefinition

/// The link that carries a card in a message: `payport:card?data=` and the base64url text of a JSON object.
public enum CardLink {
  /// The highest number of characters of a link. A longer link is not read.
  public static let maximumLength = 8192

  private static let prefix = ChatContent.linkPrefix + "data="

  /// Writes a link.
  ///
  /// - Throws: ``CardLinkError/tooLong``.
  public static func write(_ message: CardMessage) throws(CardLinkError) -> String {
    let json: [UInt8]
    do { json = try JSONBytesEncoder().encode(message) } catch { throw .malformed }
    let link = prefix + Base64URL.encode(json)
    guard link.utf8.count <= maximumLength else { throw .tooLong }
    return link
  }

  /// Reads a link. If this throws, the message is shown as its text.
  public static func read(_ link: String) throws(CardLinkError) -> CardMessage {
    guard link.utf8.count <= maximumLength else { throw .tooLong }
    guard link.utf8.starts(with: prefix.utf8) else { throw .malformed }
    let value: JSONValue
    do {
      let bytes = try Base64URL.decode(Substring(link.utf8.dropFirst(prefix.utf8.count)))
      value = try JSONValue(parsing: bytes, limits: JSONLimits(depth: 8, bytes: maximumLength))
    } catch {
      throw .malformed
    }
    // The version is checked before the schema, because the schema describes this version only.
    if let version = value["v"]?.integerValue(as: Int.self), version > CardMessage.version { throw .newer(version) }
    guard let schema = CardSchema.card, schema.validate(value).isEmpty else { throw .malformed }
    let message: CardMessage
    do throws(JSONDecodingError) {
      message = try JSONValueDecoder().decode(from: value)
    } catch {
      throw .malformed
    }
    guard message.steps.steps.count == value["steps"]?.arrayValue?.count else { throw .malformed }
    do throws(CardTermsError) { try message.terms?.validate() } catch { throw .terms(error) }
    return message
  }
}

/// Why this version cannot read a link as a card.
public enum CardLinkError: Error, Sendable, Hashable {
  /// The link is longer than ``CardLink/maximumLength``.
  case tooLong
  /// The link does not have the form of a card, or violates the schema.
  case malformed
  /// The link has a later version of the format.
  case newer(Int)
  /// The terms in the link are invalid.
  case terms(CardTermsError)
}
