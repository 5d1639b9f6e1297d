public import ChatPayments
public import MessagingAPI
public import MessagingCore
import PaymentsAPI

/// Who is behind a payment.
public protocol PaymentContacts: Sendable {
  /// The contact of a payment; nil where the chat knows nobody behind it.
  func contact(of payment: PaymentReference) async -> MessageTarget?
}

/// The contacts of cards: the other one of the card that has made an invoice or order.
public struct CardContacts: PaymentContacts {
  private let agent: CardAgent
  private let transport: any ChatTransport
  private let provider: @Sendable () async -> String?

  /// The contacts of an agent's cards.
  ///
  /// - Parameter provider: the key of the wallet that the agent works with, in base64url; nil while it is not known.
  public init(
    agent: CardAgent, transport: any ChatTransport, provider: @escaping @Sendable () async -> String?
  ) {
    self.agent = agent
    self.transport = transport
    self.provider = provider
  }

  /// See ``PaymentContacts``.
  public func contact(of payment: PaymentReference) async -> MessageTarget? {
    // Another wallet's identifiers say nothing about the payments of this one.
    if let wanted = payment.provider, payment.card == nil {
      guard await provider() == wanted else { return nil }
    }
    let found = await agent.cards.filter { card in
      guard card.role != .onlooker else { return false }
      if let invoice = payment.invoiceID { return card.invoice?.invoiceID == invoice }
      if let order = payment.orderID { return card.order?.orderID == order }
      return payment.card == card.key.id.rawValue.lowercased()
    }
    // The same UUID by two authors is two cards: which one is meant is not known.
    guard found.count == 1, let card = found.first else { return nil }
    let other = card.isAuthor ? card.other : card.key.author
    let room = try? await transport.rooms().first { $0.id == card.room }
    return MessageTarget(
      room: card.room.rawValue, person: other.rawValue, name: room?.name(of: other) ?? other.rawValue)
  }
}
