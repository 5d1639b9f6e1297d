import Cryptography
import JSON
import TypeDefinition

/// The link that carries a card in a message: `payport:card?data=` and the base64url text of a JSON object.
public enum CardLink {
  /// The most characters of a link: what longer ones say is not looked at.
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

  /// Reads a link.
  ///
  /// - Throws: ``CardLinkError``: the message is then no more than its text.
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
    // Before the schema, which is that of this version.
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

/// Why a link is no card to this version.
public enum CardLinkError: Error, Sendable, Hashable {
  /// Longer than ``CardLink/maximumLength``.
  case tooLong
  /// Not of the form, or against its schema.
  case malformed
  /// Of a later version of the format.
  case newer(Int)
  /// It proposes what cannot be proposed.
  case terms(CardTermsError)
}
