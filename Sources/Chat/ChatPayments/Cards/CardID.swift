import PaymentsModel

/// The identifier that an author gives a card: a random UUID. It is unique only together with the author; see
/// ``CardKey``.
public struct CardID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The canonical lowercase text of 36 characters.
  public let rawValue: String

  /// Creates an identifier from the text of a UUID; `nil` if it is none.
  public init?(rawValue: String) {
    guard let id = PaymentRequestID(rawValue) else { return nil }
    self.rawValue = id.text
  }

  private init(_ id: PaymentRequestID) { rawValue = id.text }

  /// Creates an identifier with the system's random number generator.
  public static func random() -> CardID { CardID(PaymentRequestID.random()) }

  /// The text of the UUID. It is no secret.
  public var description: String { rawValue }
}

extension CardID: Codable {
  /// Decodes the UUID text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = CardID(rawValue: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
    }
    self = value
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// The key of a card. If somebody else uses the identifier of a card, that makes another card with another key.
public struct CardKey: Sendable, Hashable, Codable {
  /// The author of the card, as the transport has authenticated them.
  public let author: PersonID
  /// The identifier that the author gave the card.
  public let id: CardID

  /// Creates a key.
  public init(author: PersonID, id: CardID) {
    self.author = author
    self.id = id
  }
}
