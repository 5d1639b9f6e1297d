import MessagingAPI
import PaymentsAPI
import PaymentsModel

extension OutgoingMessage {
  /// The state of the message in the terms of the protocol.
  var state: MessageState {
    switch phase {
    case .waiting: .waitingForConsent
    case .refused: .refused
    case .expired: .expired
    case .allowed, .handing: .sending
    case .doubtful: .unknown
    case .sent: .sent
    case .answered: .delivered
    case .failed: .failed
    case .removed: .removed
    }
  }

  /// The message as the app may see it. It tells about the contact only what the person has allowed.
  var report: PaymentMessage {
    PaymentMessage(
      messageID: id, requestID: requestID, version: version, state: state, cursor: EventCursor(sequence: change),
      createdAt: createdAt, updatedAt: updatedAt, expiresAt: expiresAt, payment: payment, text: text,
      files: files.isEmpty ? nil : files, context: context, reason: failure?.rawValue,
      contactName: consent?.tellsName == true ? target?.name : nil,
      replyExpected: phase == .sent && consent?.passesReply == true ? true : nil,
      reply: consent?.passesReply == true ? reply : nil)
  }
}
