/// The chat's identifier of a message: `msg_` and 26 characters of `a-z2-7`.
public struct PaymentMessageID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text on the wire.
  public let rawValue: String
  /// Makes the identifier with this text. The text is not checked; an unknown identifier is not found.
  public init(rawValue: String) { self.rawValue = rawValue }
}
