/// How a message stands.
public enum MessageState: String, Codable, Sendable, Hashable, CaseIterable {
  /// The person who uses the chat is being asked.
  case waitingForConsent = "waiting_for_consent"
  /// That person said no.
  case refused
  /// Nobody answered in time.
  case expired
  /// It was allowed and is on its way to the chat network.
  case sending
  /// The chat network has it.
  case sent
  /// The other person has it: they have answered.
  case delivered
  /// Whether the chat network has it is not known. It is not sent again by itself.
  case unknown
  /// The chat network does not have all of it and will not.
  case failed
  /// The app has removed it.
  case removed

  /// Whether nothing more becomes of it but an answer.
  public var isSettled: Bool {
    switch self {
    case .refused, .expired, .sent, .delivered, .failed, .removed: true
    case .waitingForConsent, .sending, .unknown: false
    }
  }
}
