/// The chat's name of a message: `msg_` and 26 characters of `a-z2-7`.
public struct PaymentMessageID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text as it travels.
  public let rawValue: String
  /// The identifier with this text; unknown ones are simply not found.
  public init(rawValue: String) { self.rawValue = rawValue }
}
