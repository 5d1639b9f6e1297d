import Consumer

/// Messages in words, for people and for programs.
enum MessageWords {
  static func state(_ message: PaymentMessage) -> String {
    switch message.state {
    case .waitingForConsent: "waiting for consent in the chat"
    case .refused: "refused in the chat"
    case .expired: "expired: nobody answered in time"
    case .sending: "on its way"
    case .sent: "sent"
    case .delivered: "delivered"
    case .unknown: "unknown: it may have been sent or not; whoever uses the chat can send it again"
    case .failed: "failed: the chat network refused it"
    case .removed: "removed"
    }
  }

  static func json(_ message: PaymentMessage) throws -> JSONValue { try JSONBytesEncoder().encodeValue(message) }
}
