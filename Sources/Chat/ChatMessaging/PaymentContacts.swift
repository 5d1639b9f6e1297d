package import ChatPayments
package import MessagingAPI
import PaymentsAPI

/// Finds the person with whom a payment was arranged.
package protocol PaymentContacts: Sendable {
  /// Returns the contact of a payment; `nil` where the chat does not know of one.
  func contact(of payment: PaymentReference) async -> MessageTarget?
}

/// Finds contacts through cards: the contact of an invoice or order is the other person of the card that created it.
/// The message goes to a conversation of two if there is one.
package struct CardContacts: PaymentContacts {
  private let agent: CardAgent
  private let transport: any ChatTransport
  private let provider: @Sendable () async -> String?

  /// Creates a lookup in the cards of an agent.
  ///
  /// - Parameter provider: returns the key of the wallet that the agent works with, in base64url; `nil` while it is not
  ///   known.
  package init(
    agent: CardAgent, transport: any ChatTransport, provider: @escaping @Sendable () async -> String?
  ) {
    self.agent = agent
    self.transport = transport
    self.provider = provider
  }

  /// See ``PaymentContacts``.
  package func contact(of payment: PaymentReference) async -> MessageTarget? {
    // An identifier from another wallet means nothing for the payments of this wallet.
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
    // Two authors may have used the same UUID for two cards. In that case it is not known which card is meant.
    guard found.count == 1, let card = found.first else { return nil }
    // If the rooms cannot be read, the conversation may be a group. Its readers are checked again before anything is
    // sent.
    let rooms = (try? await transport.rooms()) ?? []
    return MessageTarget.of(card.isAuthor ? card.other : card.key.author, in: card.room, among: rooms)
  }
}

extension MessageTarget {
  /// Returns where to write to a person of a room: the conversation of two with that person if there is one, otherwise
  /// the room itself, in which others can read the message.
  static func of(_ person: PersonID, in room: RoomID, among rooms: [ChatRoom]) -> MessageTarget {
    let isDirect = { (room: ChatRoom) in room.members.count == 2 && room.others.first?.id == person }
    let first = rooms.first { $0.id == room }
    guard let found = first.flatMap({ isDirect($0) ? $0 : nil }) ?? rooms.first(where: isDirect) ?? first else {
      return MessageTarget(room: room.rawValue, person: person.rawValue, name: person.rawValue, group: nil)
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
