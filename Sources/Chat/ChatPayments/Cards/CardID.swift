import PaymentsModel

/// The identifier that an author gives a card: a random UUID. It is unique only together with the author; see
/// ``CardKey``.
public struct CardID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
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
