import PaymentsModel

/// Which rooms are read, and what their messages say about the cards.
extension CardAgent {
  /// The number of rooms with news that are read at once, the one with the latest news first. The others are read in the
  /// background, so that somebody with thousands of conversations need not wait for them.
  static let roomsAtOnce = 50
  /// The number of rooms that are then read in each second.
  static let roomsPerTick = 10
  /// The time after which people cannot change a message any more, with some tolerance. Later changes come as new
  /// messages, which a network tells together with its rooms.
  private static let editable = Duration.seconds(25 * 3600)

  /// The number of rooms with news that were not read yet.
  public var unreadRooms: Int { unread.count }

  /// Reads the messages that the rooms hold now, and continues work on the cards. If the transport tells when a room has
  /// changed last, only rooms with news are read, and those with a card that somebody may have changed.
  public func synchronize() async {
    do {
      let all = try await transport.rooms()
      for room in all { rooms[room.id] = room }
      let now = clock.now()
      let followed = Set(book.cards.values.filter { isFollowed($0, now: now) }.map(\.room))
      var first: [ChatRoom] = []
      var others: [(room: ChatRoom, activity: Timestamp)] = []
      for room in all {
        if let activity = room.lastActivity, !followed.contains(room.id) {
          if isNews(activity, of: room.id, now: now) { others.append((room, activity)) }
        } else {
          first.append(room)
        }
      }
      others.sort { $0.activity > $1.activity }
      unread = others.dropFirst(Self.roomsAtOnce).map(\.room).reversed()
      try await read(first + others.prefix(Self.roomsAtOnce).map(\.room))
      canSend = true
    } catch {
      // The history is read when the chat is connected again.
      canSend = false
    }
    workOnAll()
  }

  /// Reads some of the rooms that were left for later.
  func readOn() async {
    guard !unread.isEmpty else { return }
    let next = unread.suffix(Self.roomsPerTick).reversed()
    unread.removeLast(next.count)
    do {
      try await read(Array(next))
    } catch {
      unread += next.reversed()
      canSend = false
    }
    workOnAll()
  }

  private func read(_ rooms: [ChatRoom]) async throws {
    var messages: [ChatMessage] = []
    var read = readUntil
    for room in rooms {
      do {
        let history = try await transport.history(of: room.id)
        messages += history.filter { $0.content.link != nil }
        try await lookForVanished(in: room.id, Set(history.map(\.id)))
        read[room.id] = room.lastActivity
      } catch let error as ChatTransportError where !error.isOutage {
        // Only this room cannot be read. It is tried again with the next reading, and the others do not wait for it.
      }
    }
    // Cards get their numbers in the order in which they were made, across the rooms that are read at once.
    for message in messages.sorted(by: { $0.sentAt < $1.sentAt }) { await hear(message) }
    await remember(read)
  }

  /// Withdraws cards whose messages are gone without a trace, because they were removed while nobody listened.
  private func lookForVanished(in room: RoomID, _ there: Set<MessageID>) async throws {
    let now = clock.now()
    var missing: [MessageID: Timestamp] = [:]
    for card in book.cards.values where card.room == room && !card.state(now: now).isFinal {
      guard let carrier = card.carrier, let sentAt = card.carrierSentAt, !there.contains(carrier) else { continue }
      missing[carrier] = sentAt
    }
    guard !missing.isEmpty else { return }
    for message in try await transport.vanished(of: missing, in: room) {
      for card in book.cards.values where card.room == room && card.carrier == message {
        // What cannot be written to the disk was told with the card.
        _ = try? await takeRemoval(of: message, in: room, by: card.counterpart)
      }
    }
  }

  /// Returns whether a card may have changed by an edit, of which not every network says that it is news of the room.
  private func isFollowed(_ card: Card, now: Timestamp) -> Bool {
    if !card.state(now: now).isFinal { return true }
    return card.carrierSentAt.map { now.since($0) <= Self.editable } ?? false
  }

  /// Returns whether a room may hold a card that this device does not know. In a room that was never read, cards that
  /// are older than the longest lifetime of a card are over.
  private func isNews(_ activity: Timestamp, of room: RoomID, now: Timestamp) -> Bool {
    if let read = readUntil[room] { return activity != read }
    return now.since(activity) <= CardTerms.maximumLifetime + CardBook.clockTolerance
  }

  private func remember(_ read: [RoomID: Timestamp]) async {
    guard read != readUntil else { return }
    readUntil = read
    // If this cannot be written, the rooms are read again at the next start.
    try? await files.save(readRooms: read)
  }
}
