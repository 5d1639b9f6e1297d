/// The state of a message.
public enum MessageState: String, Codable, Sendable, Hashable, CaseIterable {
  /// The user of the chat is being asked for consent.
  case waitingForConsent = "waiting_for_consent"
  /// The user of the chat refused.
  case refused
  /// The user of the chat did not answer in time.
  case expired
  /// The user of the chat has consented, and the message is being sent to the chat network.
  case sending
  /// The chat network has accepted the message.
  case sent
  /// The recipient has received the message, because they have answered it.
  case delivered
  /// It is unknown whether the chat network has the message. It is not sent again automatically.
  case unknown
  /// The chat network has not received the whole message, and it will not be sent again.
  case failed
  /// The app has removed the message.
  case removed

  /// Whether the state is final, except that an answer may still arrive.
  public var isSettled: Bool {
    switch self {
    case .refused, .expired, .sent, .delivered, .failed, .removed: true
    case .waitingForConsent, .sending, .unknown: false
    }
  }
}
