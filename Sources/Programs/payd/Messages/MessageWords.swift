import Consumer

/// Messages in words, for people and for programs.
enum MessageWords {
  static func state(_ message: PaymentMessage) -> String {
    switch message.state {
    case .waitingForConsent: "waiting for consent in the chat"
    case .refused: "refused in the chat"
    case .expired: "expired: nobody answered in time"
    case .sending: "on its way"
    case .sent where message.replyExpected == true: "sent; the answer will be told here"
    case .sent: "sent"
    case .delivered: "delivered"
    case .unknown: "unknown: it may have been sent or not; whoever uses the chat can send it again"
    case .failed: "failed: the chat network refused it"
    case .removed: "removed"
    }
  }

  /// Who it goes to, as far as this wallet may know: the name, or the payment behind which the person is.
  static func contact(_ message: PaymentMessage) -> String {
    if let name = message.contactName { return name }
    let payment = message.payment
    let id = payment?.invoiceID?.rawValue ?? payment?.orderID?.rawValue ?? payment?.card
    return id.map { "whoever is behind \($0)" } ?? ""
  }

  static func json(_ message: PaymentMessage) throws -> JSONValue { try JSONBytesEncoder().encodeValue(message) }
}
