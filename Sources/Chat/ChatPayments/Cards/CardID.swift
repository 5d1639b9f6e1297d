import PaymentsModel

/// The author's name of a card: a random UUID. It means nothing without its author: see ``CardKey``.
public struct CardID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  /// The canonical lowercase text of 36 characters.
  public let rawValue: String

  /// The card with this text; nil where it is no UUID.
  public init?(rawValue: String) {
    guard let id = PaymentRequestID(rawValue) else { return nil }
    self.rawValue = id.text
  }

  private init(_ id: PaymentRequestID) { rawValue = id.text }

  /// A new card's name, from the system's random number generator.
  public static func random() -> CardID { CardID(PaymentRequestID.random()) }

  /// The text; the name of a card is no secret.
  public var description: String { rawValue }
}

/// Which card: whoever copies another's name for a card makes a different card.
public struct CardKey: Sendable, Hashable, Codable {
  /// Who wrote it, on the transport's authority.
  public let author: PersonID
  /// What the author calls it.
  public let id: CardID

  /// The card of this author with this name.
  public init(author: PersonID, id: CardID) {
    self.author = author
    self.id = id
  }
}
