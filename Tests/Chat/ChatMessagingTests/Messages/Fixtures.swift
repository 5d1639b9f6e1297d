import MessagingAPI
import PaymentsAPI
import PaymentsModel

@testable import ChatMessaging

enum Fixtures {
  static let now = Timestamp(milliseconds: 1_700_000_000_000)
  static let app = AppKey(rawValue: "app")

  static func params(
    _ text: String = "Thank you", files: [MessageFile]? = nil, context: String? = nil, expiresAt: Timestamp? = nil,
    payment: PaymentReference = PaymentReference(invoiceID: InvoiceID(rawValue: "inv_a"))
  ) -> SendMessage.Params {
    SendMessage.Params(
      requestID: .random(), payment: payment, text: text, files: files, context: context, expiresAt: expiresAt)
  }

  static func file(_ name: String, size: Int = 4) -> MessageFile {
    MessageFile(name: name, size: size, sha256: String(repeating: "a", count: 43))
  }

  static func message(
    _ id: String = "msg_a", _ params: SendMessage.Params = params(), app: AppKey = app, group: MessageGroup? = nil
  ) -> OutgoingMessage {
    OutgoingMessage(
      id: PaymentMessageID(rawValue: id), source: MessageSource(app: app, appID: "a.b.c", name: "Wallet"),
      target: MessageTarget(room: "r", person: "bob", name: "Bob", group: group), params: params, digest: "d", now: now)
  }

  static func line(_ id: String, _ person: String, _ text: String?) -> ConversationLine {
    ConversationLine(id: id, isOwn: person == "me", person: person, text: text, answers: nil)
  }
}
