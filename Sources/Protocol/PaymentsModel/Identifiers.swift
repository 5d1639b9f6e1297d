/// The idempotency key of a request that changes state: a UUID that the app makes and stores before it sends the
/// request.
///
/// The canonical form is the lowercase text of 36 characters (RFC 9562). Every version is accepted, except the nil
/// UUID.
public struct PaymentRequestID: Sendable, Hashable {
  /// The canonical lowercase text.
  public let text: String

  /// Makes an identifier from a text; nil if it is not a UUID or is the nil UUID.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var isNil = true
    for (index, byte) in bytes.enumerated() {
      switch index {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return nil }
      default:
        guard (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        else { return nil }
        if byte != 0x30 { isNil = false }
      }
    }
    guard !isNil else { return nil }
    self.text = String(decoding: bytes.map { (0x41...0x46).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  /// Makes a version 4 UUID from 16 random bytes; nil if there are not exactly 16.
  public init?(randomBytes bytes: [UInt8]) { self.init(bytes, version: 4) }

  /// Makes a version 8 UUID (RFC 9562 section 5.8) from 16 bytes that were derived in another way, such as part of a
  /// digest; nil if there are not exactly 16.
  public init?(customBytes bytes: [UInt8]) { self.init(bytes, version: 8) }

  private init?(_ bytes: [UInt8], version: UInt8) {
    guard bytes.count == 16 else { return nil }
    var bytes = bytes
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
    }
    self.text = text
  }

  /// Makes a new identifier with the system's random number generator (getrandom on Linux, arc4random on macOS).
  public static func random() -> PaymentRequestID {
    var generator = SystemRandomNumberGenerator()
    while true {
      let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      if let value = PaymentRequestID(randomBytes: bytes) { return value }
    }
  }
}

extension PaymentRequestID: Codable, CustomStringConvertible {
  /// The canonical text. A request identifier is not secret.
  public var description: String { text }

  /// Decodes the UUID text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = PaymentRequestID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
    }
    self = value
  }

  /// Encodes the canonical text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The provider's identifier of an invoice: `inv_` and 26 characters of `a-z2-7`, which encode the time and 85 random
/// bits.
public struct InvoiceID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text on the wire.
  public let rawValue: String
  /// Makes the identifier with this text. The text is not checked; an unknown identifier is not found.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The provider's identifier of a payment order: `ord_` and 26 characters of `a-z2-7`, which encode the time and 85
/// random bits.
public struct OrderID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text on the wire.
  public let rawValue: String
  /// Makes the identifier with this text. The text is not checked; an unknown identifier is not found.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The identity of an app: the base64url text (43 characters, no padding) of its Ed25519 public key.
public struct AppKey: Sendable, Hashable, Codable, RawRepresentable {
  /// What belongs to the owner and to no app. It is the text of no key, so that no app can have it.
  public static let owner = AppKey(rawValue: "owner")

  /// The base64url text of the 32-byte key.
  public let rawValue: String
  /// Makes the identity with this text. The text is not checked.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The short form that people compare: the first 16 characters in groups of four.
  public var fingerprint: String {
    var groups: [Substring] = []
    var rest = rawValue.prefix(16)
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }
}

/// A position in the provider's sequence of events. On the wire it is a decimal string, which apps treat as opaque.
public struct EventCursor: Sendable, Hashable, Comparable {
  /// The number of the last event seen; 0 is before the first event.
  public let sequence: Int64

  /// The cursor before the first event.
  public static let beginning = EventCursor(sequence: 0)

  /// Makes the cursor after the event with this number.
  public init(sequence: Int64) { self.sequence = sequence }

  /// Orders by position.
  public static func < (left: EventCursor, right: EventCursor) -> Bool { left.sequence < right.sequence }
}

extension EventCursor: Codable, CustomStringConvertible {
  /// The text on the wire.
  public var description: String { String(sequence) }

  /// Parses the text on the wire; nil if it is invalid.
  public init?(_ text: String) {
    guard let value = Int64(text), value >= 0, String(value) == text else { return nil }
    self.init(sequence: value)
  }

  /// Decodes the text on the wire.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = EventCursor(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an event cursor")
    }
    self = value
  }

  /// Encodes the text on the wire.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Identifiers of objects: a prefix, `_`, and 26 characters of `a-z2-7`. Nine of them encode the time in milliseconds,
/// and 17 encode 85 random bits. The texts sort by time, so objects made at the same time are stored next to each
/// other.
public enum SortableIdentifier {
  /// Makes a new identifier with the system's random number generator.
  public static func make(_ prefix: String, at time: Timestamp) -> String {
    var generator = SystemRandomNumberGenerator()
    // Each number has 60 bits, and its most significant letter is written first.
    let groups: [(bits: UInt64, letters: UInt64)] = [
      (UInt64(clamping: time.milliseconds), 9), (generator.next(), 12), (generator.next(), 5),
    ]
    var text = prefix + "_"
    text.reserveCapacity(prefix.utf8.count + 27)
    for group in groups {
      for place in (0..<group.letters).reversed() {
        text.unicodeScalars.append(letters[Int(group.bits >> (5 * place) & 31)])
      }
    }
    return text
  }

  /// Returns how identifiers begin that are made at a moment. It sorts before all of them, and after all earlier ones.
  package static func beginning(_ prefix: String, at time: Timestamp) -> String {
    var text = prefix + "_"
    let bits = UInt64(clamping: time.milliseconds)
    for place in (0..<UInt64(9)).reversed() { text.unicodeScalars.append(letters[Int(bits >> (5 * place) & 31)]) }
    return text
  }

  // The letters are in the order of their bytes, so that texts sort like numbers.
  private static let letters = Array("234567abcdefghijklmnopqrstuvwxyz".unicodeScalars)
}
