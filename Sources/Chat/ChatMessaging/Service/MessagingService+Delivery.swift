import ChatPayments
import Files
import MessagingAPI
import PaymentsAPI
import PaymentsModel

extension MessagingService {
  /// Delivers messages until the task is cancelled. A delivery that has begun is finished before this returns.
  package func run() async {
    let events = await transport.events()
    deliver()
    await withTaskGroup { group in
      group.addTask { await self.listen(to: events) }
      group.addTask { await self.keepTime() }
    }
    // A delivery that has begun is finished, because an interrupted one would leave the message doubtful.
    await delivering?.value
  }

  private func listen(to events: AsyncStream<ChatEvent>) async {
    for await event in events {
      switch event {
      case .message(let message):
        let isOfInterest = messages.contains { $0.target?.room == message.room.rawValue && $0.looksIntoConversation }
        if isOfInterest { deliver() }
      case .connected:
        canSend = true
        deliver()
      case .disconnected: canSend = false
      case .room, .removed, .delivery, .left, .notice: break
      }
    }
  }

  private func keepTime() async {
    await everySecond { second in
      await passTime()
      if second % 5 == 0, !canSend {
        canSend = true
        deliver()
      }
    }
  }

  /// Does what has become due: pairing questions and messages expire.
  package func passTime() async {
    expirePairings()
    let now = clock.now()
    for message in messages where message.phase == .waiting && now >= message.expiresAt {
      // If this fails, it is tried again at the next tick.
      _ = try? await change(message.id) { $0.passTime(now: now) }
    }
  }

  /// Starts a task that goes through all messages one after the other. If the task already runs, it goes through them
  /// once more.
  func deliver() {
    wantsDelivery = true
    guard delivering == nil else { return }
    delivering = Task {
      while wantsDelivery, !Task.isCancelled {
        wantsDelivery = false
        for message in messages where canSend { await advance(message.id) }
      }
      delivering = nil
    }
  }

  private func advance(_ id: PaymentMessageID) async {
    do {
      try await goOn(with: id)
    } catch is KeptFolderError {
      // The step is not taken, because it could not be stored. It is tried again at the next event.
    } catch {
      canSend = false
    }
  }

  /// Takes all steps of a message that are possible now.
  private func goOn(with id: PaymentMessageID) async throws {
    while canSend, let message = book[id], let target = message.target {
      let room = RoomID(target.room)
      switch message.phase {
      case .allowed: try await handOver(message, to: room)
      case .doubtful:
        let taken = Set(book.messages.values.flatMap(\.parts))
        guard let part = message.nextPart(in: try await conversation(in: room), taken: taken) else { return }
        let now = clock.now()
        try await change(id) { $0.carried(by: part, now: now) }
      case .sent where message.looksIntoConversation:
        guard let answer = message.answer(in: try await conversation(in: room)), let text = answer.text else { return }
        let now = clock.now()
        let sentAt = try await transport.history(of: room).first { $0.id.rawValue == answer.id }?.sentAt
        try await change(id) { $0.hear(MessageReply(text: text, at: sentAt ?? now), now: now) }
      default: return
      }
    }
  }

  /// Hands the next part to the chat. Before that, the disk records that the chat may have it.
  private func handOver(_ message: OutgoingMessage, to room: RoomID) async throws {
    guard try await isReadAsAllowed(message) else { return }
    let anchor: String?
    do {
      anchor = try await conversation(in: room).last?.id
    } catch ChatTransportError.unknownRoom {
      return try await fail(message.id)
    }
    let file: ChatFile?
    do {
      file = try await nextFile(of: message)
    } catch is KeptFolderError {
      // The stored copy is missing and cannot be restored.
      return try await fail(message.id, .fileNotFound)
    }
    let started = clock.now()
    let begun = try await change(message.id) { _ = $0.beginPart(after: anchor, now: started) }
    guard begun?.phase == .handing else { return }
    do {
      let name =
        if let file {
          try await carrier.send(file, to: room)
        } else {
          try await transport.send(ChatContent(text: message.carriedText ?? ""), to: room)
        }
      let now = clock.now()
      try await change(message.id) { $0.carried(by: name.rawValue, now: now) }
    } catch let error as ChatTransportError {
      switch error {
      case .unknownRoom, .unknownMessage, .tooLarge, .refused: try await fail(message.id)
      case .disconnected, .unavailable, .malformedAnswer: try await doubt(message.id)
      }
    } catch let error as KeptFolderError {
      // The network has the part, but that could not be stored. The message is doubtful, as it would be after a crash.
      try await doubt(message.id)
      throw error
    } catch {
      try await doubt(message.id)
    }
  }

  /// Returns whether all readers, as the network knows them now, are people whom the person was told about. If not, the person is asked again; if some
  /// parts were already sent, the message fails and the rest is not sent.
  private func isReadAsAllowed(_ message: OutgoingMessage) async throws -> Bool {
    guard let told = message.target else { return false }
    let rooms = try await transport.rooms()
    // If the room does not exist, the delivery fails later on with the right error.
    guard rooms.contains(where: { $0.id.rawValue == told.room }) else { return true }
    let person = PersonID(told.person)
    let room: ChatRoom
    do { room = try await transport.room(RoomID(told.room)) } catch ChatTransportError.unknownRoom { return true }
    let here = MessageTarget.of(person, in: room.id, among: [room])
    if told.covers(here) { return true }
    guard message.parts.isEmpty else {
      try await fail(message.id)
      return false
    }
    let target = MessageTarget.of(person, in: RoomID(told.room), among: rooms)
    let now = clock.now()
    try await change(message.id) { $0.askAgain(target, now: now) }
    return false
  }

  private func nextFile(of message: OutgoingMessage) async throws -> ChatFile? {
    guard !message.parts.isEmpty else { return nil }
    let number = message.parts.count - 1
    return ChatFile(name: message.files[number].name, bytes: try await store.attachment(number, of: message))
  }

  private var carrier: any ChatFileTransport {
    get throws {
      guard let carrier = transport as? any ChatFileTransport else { throw ChatTransportError.refused("no files") }
      return carrier
    }
  }

  private func fail(_ id: PaymentMessageID, _ reason: FailureReason = .chatRefused) async throws {
    let now = clock.now()
    try await change(id) { $0.fail(reason, now: now) }
  }

  private func doubt(_ id: PaymentMessageID) async throws {
    let now = clock.now()
    try await change(id) { $0.doubt(now: now) }
    canSend = false
  }

  private func conversation(in room: RoomID) async throws -> [ConversationLine] {
    let me = try await transport.rooms().first { $0.id == room }?.me
    return try await transport.history(of: room).map { message in
      ConversationLine(
        id: message.id.rawValue, isOwn: message.from == me, person: message.from.rawValue,
        // A file from somebody else is no text, even though its name is in the text field.
        text: message.content.link == nil && (message.file == nil || message.from == me) ? message.content.text : nil,
        answers: message.answers?.rawValue)
    }
  }
}

extension OutgoingMessage {
  /// Whether new messages of the conversation can change the state of this message.
  var looksIntoConversation: Bool {
    switch phase {
    case .doubtful: true
    case .sent: consent?.passesReply == true
    default: false
    }
  }
}
