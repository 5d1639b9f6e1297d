package import ChatPayments
package import MessagingAPI
import PaymentsAPI

/// Who is behind a payment.
package protocol PaymentContacts: Sendable {
  /// The contact of a payment; nil where the chat knows nobody behind it.
  func contact(of payment: PaymentReference) async -> MessageTarget?
}

/// The contacts of cards: the other one of the card that has made an invoice or order. They are written to alone where
/// this person has a conversation with them alone.
package struct CardContacts: PaymentContacts {
  private let agent: CardAgent
  private let transport: any ChatTransport
  private let provider: @Sendable () async -> String?

  /// The contacts of an agent's cards.
  ///
  /// - Parameter provider: the key of the wallet that the agent works with, in base64url; nil while it is not known.
  package init(
    agent: CardAgent, transport: any ChatTransport, provider: @escaping @Sendable () async -> String?
  ) {
    self.agent = agent
    self.transport = transport
    self.provider = provider
  }

  /// See ``PaymentContacts``.
  package func contact(of payment: PaymentReference) async -> MessageTarget? {
    // Another wallet's identifiers say nothing about the payments of this one.
    if let wanted = payment.provider, payment.card == nil {
      guard await provider() == wanted else { return nil }
    }
    let wanted = payment.card.flatMap { CardID(rawValue: $0) }
    let found = await agent.cards.filter { card in
      guard card.role != .onlooker else { return false }
      if let invoice = payment.invoiceID { return card.invoice?.invoiceID == invoice }
      if let order = payment.orderID { return card.order?.orderID == order }
      return wanted == card.key.id
    }
    // The same UUID by two authors is two cards: which one is meant is not known.
    guard found.count == 1, let card = found.first else { return nil }
    // While the rooms are not known it may be a group: who reads it is looked at again before anything is sent.
    let rooms = (try? await transport.rooms()) ?? []
    return MessageTarget.of(card.isAuthor ? card.other : card.key.author, in: card.room, among: rooms)
  }
}

extension MessageTarget {
  /// Where to write to somebody of a room: in a conversation of two where there is one, otherwise there, where others
  /// read along.
  static func of(_ person: PersonID, in room: RoomID, among rooms: [ChatRoom]) -> MessageTarget {
    let isDirect = { (room: ChatRoom) in room.members.count == 2 && room.others.first?.id == person }
    let first = rooms.first { $0.id == room }
    guard let found = first.flatMap({ isDirect($0) ? $0 : nil }) ?? rooms.first(where: isDirect) ?? first else {
      return MessageTarget(room: room.rawValue, person: person.rawValue, name: person.rawValue)
    }
    let readers = found.others.filter { $0.id != person }
    return MessageTarget(
      room: found.id.rawValue, person: person.rawValue, name: found.name(of: person),
      group: readers.isEmpty
        ? nil
        : MessageGroup(
          name: found.name, readers: readers.map { MessageGroup.Reader(person: $0.id.rawValue, name: $0.name) }))
  }
}
