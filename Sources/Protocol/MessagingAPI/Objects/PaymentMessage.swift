public import PaymentsAPI
import PaymentsModel

extension PaymentMessage: CustomStringConvertible {
  /// The identifier and the state. Texts of people do not appear in logs.
  public var description: String { "message \(messageID.rawValue) \(state.rawValue)" }
}

/// The params of the notification `message_changed`.
public struct MessageChange: WireObject {
  /// The message in its present state.
  public var message: PaymentMessage

  /// Makes a change.
  public init(message: PaymentMessage) { self.message = message }
}

extension MessageState {
  /// Whether the state is final, except that an answer may still arrive.
  public var isSettled: Bool {
    switch self {
    case .refused, .expired, .sent, .delivered, .failed, .removed: true
    case .waitingForConsent, .sending, .unknown: false
    }
  }
}

/// The chat's identifier of a message: `msg_` and 26 characters of `a-z2-7`.
public struct PaymentMessageID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text on the wire.
  public let rawValue: String
  /// Makes the identifier with this text. The text is not checked; an unknown identifier is not found.
  public init(rawValue: String) { self.rawValue = rawValue }
}
