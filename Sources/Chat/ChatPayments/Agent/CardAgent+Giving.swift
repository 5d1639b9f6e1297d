/// For a chat that gives its rooms and messages itself, and wants to know when it may forget them.
extension CardAgent {
  /// Takes note of a room that is new or has changed, before messages of it are given.
  public func know(_ room: ChatRoom) {
    rooms[room.id] = room
    // Cards that had no room to be sent to are sent now, and not after a pause.
    for key in roomless where book[key]?.room == room.id {
      roomless.remove(key)
      guard book[key]?.hindrance == .noRoom else { continue }
      book[key]?.undelivered = nil
      tell(.card(key))
      work(on: key)
    }
  }

  /// Forgets a room of which this person is no member any more. Its cards stay.
  public func forget(_ room: RoomID) { rooms[room] = nil }

  /// Processes a message. When this returns, what the message says about a card is on the disk, but for
  /// ``CardBook/Hearing/early``, which only the caller can keep.
  ///
  /// - Throws: `KeptFolderError`. The same message can be given again.
  public func takeMessage(_ message: ChatMessage) async throws -> CardBook.Hearing {
    let hearing = await hear(message)
    if case .card(let key, _) = hearing, !isKept(key) { try await keep(key) }
    return hearing
  }

  /// Processes the removal of a message. Whoever has removed the last message with a party's steps for everybody, its
  /// author or somebody else such as a moderator, has withdrawn the card or the answer that it carried, unless it is too
  /// late for that. If nobody has, because the time of the message was over or this person has put it out of their own
  /// sight, the card stays as it is. When this returns, that is on the disk.
  ///
  /// - Parameter person: who has removed it; see ``ChatEvent/removed(_:in:by:)``.
  /// - Returns: the card to which the message belongs.
  /// - Throws: `KeptFolderError`. The same removal can be given again.
  @discardableResult
  public func takeRemoval(of message: MessageID, in room: RoomID, by person: PersonID?) async throws -> CardKey? {
    if person != nil { book.forget(message, in: room) }
    guard
      let card = book.cards.values.first(where: {
        $0.room == room && [$0.carrier, $0.message, $0.lost].contains(message)
      })
    else { return nil }
    let key = card.key
    if card.carrier == message {
      if let person {
        if book[key]?.takeBack(by: person) == true { await changed(key) }
      } else if card.carrierSentAt != nil {
        // That the message is not there any more says nothing about its author from now on.
        book[key]?.carrierSentAt = nil
        await changed(key)
      }
    } else if let person, card.message == message, card.role != .onlooker {
      do {
        // If the person has done that, then in another program.
        if person != (card.isAuthor ? key.author : card.other) {
          try await withdraw(key, by: person)
        } else if card.isAuthor {
          try await cancel(key)
        } else {
          try await decline(key)
        }
      } catch is CardCommandError {
        // It is too late, so the card stays as it is.
      }
    }
    if !isKept(key) { try await keep(key) }
    return key
  }

  /// Processes news of what became of a message of this person. When this returns, it is on the disk, unless the
  /// network has not named the message yet.
  ///
  /// - Returns: the card to which the message belongs, if that is known.
  /// - Throws: `KeptFolderError`. The same news can be given again.
  @discardableResult
  public func takeDelivery(_ delivery: ChatDelivery, of message: MessageID, in room: RoomID) async throws -> CardKey? {
    let card = book.cards.values.first { $0.message == message && $0.room == room }
    guard let card, !publishing.contains(card.key) else {
      if !publishing.isEmpty {
        if earlyDeliveries.count >= Self.mostEarlyDeliveries { earlyDeliveries.removeFirst() }
        earlyDeliveries.append((message, room, delivery))
      }
      return card?.key
    }
    book[card.key]?.hear(delivery, of: message)
    if book[card.key] != card { await changed(card.key) }
    if !isKept(card.key) { try await keep(card.key) }
    return card.key
  }

  private static let mostEarlyDeliveries = 256

  /// Processes the news of a card's message that came while it was being sent. The caller stores the card.
  func hearEarlyDeliveries(of key: CardKey) {
    if let card = book[key], let message = card.message {
      for early in earlyDeliveries where early.message == message && early.room == card.room {
        book[key]?.hear(early.delivery, of: message)
      }
      earlyDeliveries.removeAll { $0.message == message && $0.room == card.room }
    }
    if publishing.isEmpty { earlyDeliveries = [] }
  }
}
