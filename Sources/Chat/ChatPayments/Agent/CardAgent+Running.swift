import JSON
import PaymentsAPI
import PaymentsModel

extension CardAgent {
  /// The number of seconds after which open invoices and orders are read from the provider, in addition to its events.
  private static let refreshInterval = 60

  /// Works until the task is cancelled. Then it finishes what was begun and releases the folder.
  public func run() async {
    // Work on the stored cards continues, and the events are subscribed to before the history is read.
    let events = await transport.events()
    await withTaskGroup { group in
      group.addTask { await self.listen(to: events) }
      group.addTask { await self.follow(self.wallet) }
      group.addTask { await self.keepTime() }
      group.addTask { await self.synchronize() }
    }
    await finishWork()
    await files.close()
  }

  // MARK: The chat

  private func listen(to events: AsyncStream<ChatEvent>) async {
    for await event in events {
      switch event {
      case .message(let message): await hear(message)
      case .room(let room): know(room)
      case .connected:
        canSend = true
        await synchronize()
      case .disconnected: canSend = false
      case .left(let room, _): rooms[room] = nil
      // What cannot be written to the disk was told with the card.
      case .removed(let message, let room, let person): _ = try? await takeRemoval(of: message, in: room, by: person)
      case .delivery(let message, let room, let delivery): _ = try? await takeDelivery(delivery, of: message, in: room)
      case .notice: break
      }
    }
  }

  /// Processes a message. ``run()`` does that for all messages of the transport; an app calls this only for a message
  /// that came by another way.
  @discardableResult
  public func hear(_ message: ChatMessage) async -> CardBook.Hearing {
    guard message.content.link != nil else { return .text(.noCard) }
    let room: ChatRoom
    do { room = try await self.room(message.room) } catch { return .text(.addressee) }
    let hearing = book.hear(message, in: room, now: clock.now())
    if case .card(let key, isNew: true) = hearing {
      do {
        try index(key)
        try await keep(key)
      } catch {
        tell(.notKept(key))
        return hearing
      }
      tell(.card(key))
      work(on: key)
    }
    return hearing
  }

  func room(_ id: RoomID) async throws -> ChatRoom {
    if let room = rooms[id] { return room }
    for room in try await transport.rooms() { rooms[room.id] = room }
    guard let room = rooms[id] else { throw ChatTransportError.unknownRoom }
    return room
  }

  // MARK: The provider

  package func takeNews(_ news: CardNews) async {
    noteAnswer()
    guard let request = news.order?.requestID ?? news.invoice?.requestID, let key = card(of: request) else { return }
    let before = book[key]
    if let order = news.order { book[key]?.apply(order: order) }
    if let invoice = news.invoice { book[key]?.apply(invoice: invoice) }
    guard book[key] != before else { return }
    await changed(key)
  }

  func changed(_ key: CardKey) async {
    do { try await keep(key) } catch { tell(.notKept(key)) }
    tell(.card(key))
    work(on: key)
  }

  /// Reads the state of all open invoices and orders from the provider, because events may have been missed.
  public func refresh() async {
    let now = clock.now()
    if isShutOut { return }
    for card in cards where card.isFollowed(now: now) {
      let before = book[card.key]
      do {
        if let order = card.order {
          let order = try await wallet.order(requestID: order.requestID)
          book[card.key]?.apply(order: order)
        } else if let invoice = card.invoice {
          let invoice = try await wallet.invoice(id: invoice.invoiceID)
          book[card.key]?.apply(invoice: invoice)
        }
        noteAnswer()
      } catch {
        // If the provider cannot be reached for one card, it cannot be reached for the others either.
        guard noteEnd(error) else { return }
      }
      if book[card.key] != before { await changed(card.key) }
    }
  }

  // MARK: Time

  /// Looks for what no event announces: expired cards and retries that are due.
  private func keepTime() async {
    await everySecond { second in
      if second % 5 == 0, !canSend { await synchronize() }
      if canSend { await readOn() }
      if second % Self.refreshInterval == 0 { await refresh() }
      passTime()
    }
  }

  /// Does what has become due: it reports cards that have expired and makes the retries.
  public func passTime() {
    let now = clock.now()
    for card in book.cards.values {
      let state = card.state(now: now)
      if let before = shown.updateValue(state, forKey: card.key), before != state { tell(.card(card.key)) }
    }
    workOnAll()
  }

  func workOnAll() {
    let now = clock.now()
    for card in book.cards.values where card.effect(now: now, isReachable: canSend) != nil { work(on: card.key) }
  }
}

extension Card {
  /// Whether this person's provider may still report a change for the card.
  func isFollowed(now: Timestamp) -> Bool {
    if let order { return !order.state.isTerminal }
    guard let invoice else { return false }
    switch invoice.state {
    case .pending, .processing: return true
    case .expired, .cancelled, .settled: return now < invoice.monitoredUntil
    case .invalid: return false
    }
  }
}
