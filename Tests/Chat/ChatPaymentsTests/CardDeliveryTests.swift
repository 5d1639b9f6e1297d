import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatPayments

/// What a card does when its message is refused, lost or taken back, and which rooms an agent reads.
struct CardDeliveryTests {
  /// A chat that tests control. It has a room of two with bob and one with carol.
  private final class ScriptedChat: ChatTransport {
    struct State {
      var refusals: [RoomID: ChatTransportError] = [:]
      /// The most bytes of a message, and whether the chat tells it before.
      var limit: (bytes: Int, isTold: Bool)?
      var attempts: [RoomID] = []
      var sent: [(room: RoomID, content: ChatContent)] = []
      var edits = 0
      var read: [RoomID] = []
      var activity: [RoomID: Timestamp] = [:]
      var messages: [ChatMessage] = []
      var unreadable: [RoomID: ChatTransportError] = [:]
      var vanished: Set<MessageID> = []
      var asked: [Set<MessageID>] = []
      var more: [ChatRoom] = []
    }

    let state = Mutex(State())
    private let (stream, continuation) = AsyncStream.makeStream(of: ChatEvent.self)

    static let me = PersonID("alice")

    func tell(_ event: ChatEvent) { continuation.yield(event) }

    func rooms() async throws -> [ChatRoom] {
      ["bob", "carol"].map { name in
        let activity = state.withLock { $0.activity[RoomID(name)] }
        return ChatRoom(
          id: RoomID(name), name: name, me: Self.me,
          members: [.init(id: Self.me, name: "alice"), .init(id: PersonID(name), name: name)], lastActivity: activity)
      } + state.withLock { $0.more }
    }

    func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
      try state.withLock { state in
        state.attempts.append(room)
        if let error = state.refusals[room] { throw error }
        if let limit = state.limit?.bytes, content.plainText.utf8.count > limit {
          throw ChatTransportError.tooLarge(limit: limit)
        }
        state.sent.append((room, content))
        return MessageID("m\(state.sent.count)")
      }
    }

    func checkSize(of content: ChatContent) async throws {
      guard let limit = state.withLock({ $0.limit }), limit.isTold, content.plainText.utf8.count > limit.bytes else {
        return
      }
      throw ChatTransportError.tooLarge(limit: limit.bytes)
    }

    func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
      state.withLock { $0.edits += 1 }
      return message
    }

    func history(of room: RoomID) async throws -> [ChatMessage] {
      try state.withLock { state in
        state.read.append(room)
        if let error = state.unreadable[room] { throw error }
        return state.messages.filter { $0.room == room }
      }
    }

    func vanished(of messages: [MessageID: Timestamp], in room: RoomID) async throws -> Set<MessageID> {
      state.withLock { state in
        state.asked.append(Set(messages.keys))
        return state.vanished.intersection(messages.keys)
      }
    }

    func events() async -> AsyncStream<ChatEvent> { stream }
    func close() async { continuation.finish() }
  }

  private struct Scene {
    let chat = ScriptedChat()
    let clock = ManualWallClock(Timestamp(milliseconds: 1_790_000_000_000))
    let folder: ScratchFolder
    let agent: CardAgent

    init() async throws {
      folder = try ScratchFolder()
      agent = try await CardAgent(
        transport: chat, wallet: ToyWallet(person: "alice", money: ToyMoney(clock: clock)),
        folder: folder.path + "/cards",
        clock: clock)
    }

    func ask(_ room: String, note: String? = nil) async throws -> CardKey {
      let key = try await agent.propose(CardDraft(.request, [price("0.5")], note: note), in: RoomID(room))
      await agent.finishWork()
      return key
    }

    func pass(_ seconds: Int) async {
      clock.advance(by: .seconds(seconds))
      await agent.passTime()
      await agent.finishWork()
    }

    var attempts: [String] { chat.state.withLock { $0.attempts.map(\.rawValue) } }
    var sent: [String] { chat.state.withLock { $0.sent.map(\.room.rawValue) } }
  }

  @Test func oneRefusedCardDoesNotStallTheOthers() async throws {
    let scene = try await Scene()
    let words = "the connection with this contact is not made yet"
    scene.chat.state.withLock { $0.refusals[RoomID("bob")] = .refused(words) }
    let refused = try await scene.ask("bob")
    let other = try await scene.ask("carol")
    #expect(scene.sent == ["carol"])
    #expect(await scene.agent.card(other)?.message == MessageID("m1"))
    #expect(await scene.agent.card(refused)?.hindrance == .refused(words))
    #expect(await scene.agent.card(refused)?.commands(now: scene.clock.now()) == [.cancel, .retry])
    // It is tried again after a while, each time later, and not three times in twelve seconds.
    for _ in 1...12 { await scene.pass(1) }
    #expect(scene.attempts == ["bob", "carol"])
    await scene.pass(18)
    #expect(scene.attempts == ["bob", "carol", "bob"])
    await scene.pass(59)
    #expect(scene.attempts.count == 3)
    await scene.pass(1)
    #expect(scene.attempts.count == 4)
    // The person can ask for it at once.
    scene.chat.state.withLock { $0.refusals = [:] }
    try await scene.agent.retry(refused)
    await scene.agent.finishWork()
    #expect(scene.sent == ["carol", "bob"])
    #expect(await scene.agent.card(refused)?.hindrance == nil)
    await #expect(throws: CardCommandError.nothingToRetry) { try await scene.agent.retry(refused) }
  }

  @Test func whatIsTooLongIsNotTriedAgainAndAnEndedRoomIsTold() async throws {
    let scene = try await Scene()
    scene.chat.state.withLock { state in
      state.refusals[RoomID("bob")] = .tooLarge(limit: 1)
      state.refusals[RoomID("carol")] = .unknownRoom
    }
    let (long, gone) = (try await scene.ask("bob"), try await scene.ask("carol"))
    #expect(await scene.agent.card(long)?.hindrance == .tooLong(limit: 1))
    #expect(await scene.agent.card(gone)?.hindrance == .noRoom)
    await scene.pass(7200)
    #expect(scene.attempts == ["bob", "carol", "carol"])
    // What the person says next is other content, which is tried at once.
    try await scene.agent.cancel(long)
    await scene.agent.finishWork()
    #expect(scene.attempts.suffix(1) == ["bob"])
  }

  /// The text is cut, and the link has all of it. What does not fit even so is refused before there is a card.
  @Test func aMessageThatIsTooLongIsMadeShorter() async throws {
    let scene = try await Scene()
    let note = String(repeating: "€", count: 400)
    let whole = try await scene.ask("bob", note: note)
    let full = try #require(scene.chat.state.withLock { $0.sent.last?.content })
    let size = full.plainText.utf8.count
    scene.chat.state.withLock { $0.limit = (size - 1, false) }
    let key = try await scene.ask("bob", note: note)
    let sent = try #require(scene.chat.state.withLock { $0.sent.last?.content })
    #expect(sent.text.contains(String(repeating: "€", count: 59) + "…\n") && sent.plainText.utf8.count < size)
    #expect(try CardLink.read(try #require(sent.link)).terms?.note == note)
    #expect(await scene.agent.card(key)?.hindrance == nil)
    #expect(await scene.agent.card(whole)?.message != nil)

    scene.chat.state.withLock { $0.limit = (300, true) }
    let count = await scene.agent.cards.count
    await #expect(throws: ChatTransportError.tooLarge(limit: 300)) { try await scene.ask("bob", note: note) }
    #expect(await scene.agent.cards.count == count)
    // A chat that finds out only when it sends is not asked again, and the card can be taken back.
    scene.chat.state.withLock { $0.limit = (300, false) }
    let attempts = scene.attempts.count
    let never = try await scene.ask("bob", note: note)
    await scene.pass(86_400)
    #expect(scene.attempts.count == attempts + 2)
    let card = try #require(await scene.agent.card(never))
    #expect(card.hindrance == .tooLong(limit: 300) && card.commands(now: scene.clock.now()) == [.cancel])
  }

  @Test func aLostMessageIsToldAndSentAnewOnlyWhenThePersonSaysSo() async throws {
    let scene = try await Scene()
    let key = try await scene.ask("bob")
    let running = Task { await scene.agent.run() }
    for (delivery, hindrance) in [
      (ChatDelivery.delayed("later"), CardHindrance.delayed("later")), (.failed("gone"), .failed("gone")),
    ] {
      scene.chat.tell(.delivery(MessageID("m1"), in: RoomID("bob"), delivery))
      _ = try await eventually("\(delivery)") { await scene.agent.card(key)?.hindrance == hindrance ? true : nil }
    }
    // The same number in another room is another message.
    scene.chat.tell(.delivery(MessageID("m1"), in: RoomID("carol"), .received))
    await scene.pass(7200)
    #expect(scene.sent == ["bob"])
    try await scene.agent.retry(key)
    _ = try await eventually("the new message") { scene.sent == ["bob", "bob"] ? true : nil }
    scene.chat.tell(.delivery(MessageID("m1"), in: RoomID("bob"), .failed("late news of the former message")))
    scene.chat.tell(.delivery(MessageID("m2"), in: RoomID("bob"), .received))
    _ = try await eventually("its arrival") {
      let card = await scene.agent.card(key)
      return card?.message == MessageID("m2") && card?.hindrance == nil ? true : nil
    }
    running.cancel()
    await running.value
  }

  /// Returns a request of bob for alice, as a message.
  private func request(_ scene: Scene) throws -> (CardKey, ChatMessage) {
    let terms = CardDraft(.request, [price("0.5")]).terms(now: scene.clock.now())
    let id = CardID.random()
    let link = try CardLink.write(CardMessage(card: id, terms: terms))
    let message = ChatMessage(
      id: MessageID("b1"), room: RoomID("bob"), from: PersonID("bob"), content: ChatContent(text: "Pay", link: link),
      sentAt: scene.clock.now())
    return (CardKey(author: PersonID("bob"), id: id), message)
  }

  @Test func aCardThatItsAuthorTakesBackWaitsForNobody() async throws {
    let scene = try await Scene()
    let running = Task { await scene.agent.run() }
    let (key, message) = try request(scene)
    scene.chat.tell(.message(message))
    _ = try await eventually("the card") { await scene.agent.card(key) }
    // Time cannot withdraw it, and neither can a reader who only hides it.
    scene.chat.tell(.removed(message.id, in: message.room, by: nil))
    scene.chat.tell(.removed(message.id, in: RoomID("carol"), by: PersonID("bob")))
    let own = try await scene.ask("carol")
    #expect(await scene.agent.card(key)?.state(now: scene.clock.now()) == .created)
    running.cancel()
    await running.value
    // It is known after a restart, too.
    let chat = ScriptedChat()
    let again = try await CardAgent(
      transport: chat, wallet: ToyWallet(person: "alice", money: ToyMoney(clock: scene.clock)),
      folder: scene.folder.path + "/cards", clock: scene.clock)
    let runningAgain = Task { await again.run() }
    chat.tell(.removed(message.id, in: message.room, by: PersonID("bob")))
    _ = try await eventually("its end") {
      await again.card(key)?.state(now: scene.clock.now()) == .cancelled ? true : nil
    }
    await #expect(throws: CardCommandError.tooLate(.cancelled)) { try await again.accept(key) }
    #expect(await again.card(own)?.state(now: scene.clock.now()) == .created)
    runningAgain.cancel()
    await runningAgain.value
  }

  /// Whoever removes a message for everybody withdraws the card: a moderator, even this person as one.
  @Test(arguments: ["carol", "alice", "bob"])
  func whatAModeratorRemovesIsWithdrawn(_ person: String) async throws {
    let scene = try await Scene()
    let running = Task { await scene.agent.run() }
    let (key, message) = try request(scene)
    scene.chat.tell(.message(message))
    _ = try await eventually("the card") { await scene.agent.card(key) }
    scene.chat.tell(.removed(message.id, in: message.room, by: PersonID(person)))
    _ = try await eventually("its end") {
      await scene.agent.card(key)?.state(now: scene.clock.now()) == .cancelled ? true : nil
    }
    // One's own card that a moderator removed is over, too, and is not put into the room again.
    let own = try await scene.ask("carol")
    scene.chat.tell(.removed(MessageID("m1"), in: RoomID("carol"), by: PersonID("moderator")))
    _ = try await eventually("the own one's end") {
      await scene.agent.card(own)?.state(now: scene.clock.now()) == .cancelled ? true : nil
    }
    await scene.pass(60)
    #expect(scene.chat.state.withLock { $0.edits } == 0 && scene.sent == ["carol"])
    running.cancel()
    await running.value
  }

  @Test(arguments: [false, true])
  func aCardWhoseMessageIsGoneAfterAPauseIsWithdrawn(_ isFleeting: Bool) async throws {
    let scene = try await Scene()
    let (key, message) = try request(scene)
    let timed = ChatMessage(
      id: message.id, room: message.room, from: message.from, content: message.content, sentAt: message.sentAt,
      isFleeting: isFleeting)
    scene.chat.state.withLock { $0.messages = [timed] }
    await scene.agent.synchronize()
    func state() async -> CardState? { await scene.agent.card(key)?.state(now: scene.clock.now()) }
    #expect(await state() == .created && scene.chat.state.withLock { $0.asked } == [])
    // It is not in what was read, which may only mean that it is older than that.
    scene.chat.state.withLock { $0.messages = [] }
    await scene.agent.synchronize()
    #expect(await state() == .created)
    scene.chat.state.withLock { $0.vanished = [message.id] }
    await scene.agent.synchronize()
    // A message that disappears by itself takes no card with it.
    #expect(await state() == (isFleeting ? .created : .cancelled))
    #expect(scene.chat.state.withLock { $0.asked.count } == (isFleeting ? 0 : 2))
  }

  @Test func whatThisPersonHidesIsNotWithdrawnLater() async throws {
    let scene = try await Scene()
    let running = Task { await scene.agent.run() }
    let (key, message) = try request(scene)
    scene.chat.tell(.message(message))
    _ = try await eventually("the card") { await scene.agent.card(key) }
    scene.chat.tell(.removed(message.id, in: message.room, by: nil))
    scene.chat.state.withLock { $0.vanished = [message.id] }
    _ = try await eventually("the note of it") { await scene.agent.card(key)?.carrierSentAt == nil ? true : nil }
    await scene.agent.synchronize()
    #expect(await scene.agent.card(key)?.state(now: scene.clock.now()) == .created)
    running.cancel()
    await running.value
  }

  /// People can change their messages for a day, which is no news of the room.
  @Test func aRoomIsReadAsLongAsTheMessageOfACardCanChange() async throws {
    let scene = try await Scene()
    let (key, message) = try request(scene)
    scene.chat.state.withLock { state in
      state.messages = [message]
      for room in ["bob", "carol"] { state.activity[RoomID(room)] = scene.clock.now() }
    }
    await scene.agent.synchronize()
    try await scene.agent.decline(key)
    await scene.agent.finishWork()
    func reads() async -> [String] {
      scene.chat.state.withLock { $0.read = [] }
      await scene.agent.synchronize()
      return scene.chat.state.withLock { $0.read.map(\.rawValue) }
    }
    #expect(await reads() == ["bob"])
    scene.clock.advance(by: .seconds(26 * 3600))
    #expect(await reads() == [])
  }

  @Test func manyRoomsAreReadInTheBackground() async throws {
    let scene = try await Scene()
    let now = scene.clock.now()
    scene.chat.state.withLock { state in
      for room in ["bob", "carol"] { state.activity[RoomID(room)] = now.advanced(by: .seconds(-86_400 * 40)) }
      state.more = (0..<400).map { number in
        ChatRoom(
          id: RoomID("r\(number)"), name: "r", me: ScriptedChat.me, members: [],
          lastActivity: now.advanced(by: .seconds(-number)))
      }
    }
    func reads() -> [String] { scene.chat.state.withLock { $0.read.map(\.rawValue) } }
    await scene.agent.synchronize()
    #expect(reads() == (0..<50).map { "r\($0)" })
    #expect(await scene.agent.unreadRooms == 350)
    await scene.agent.readOn()
    #expect(reads().suffix(10) == (50..<60).map { "r\($0)" })
    // What was read is not read again, and what was not is, after a restart too.
    await scene.agent.files.close()
    let again = try await CardAgent(
      transport: scene.chat, wallet: ToyWallet(person: "alice", money: ToyMoney(clock: scene.clock)),
      folder: scene.folder.path + "/cards", clock: scene.clock)
    await again.synchronize()
    while await again.unreadRooms > 0 { await again.readOn() }
    #expect(reads().count == 400 && Set(reads()).count == 400)
  }

  @Test func oneRoomThatCannotBeReadDoesNotStallTheOthers() async throws {
    let scene = try await Scene()
    let (key, message) = try request(scene)
    scene.chat.state.withLock { state in
      state.messages = [message]
      state.unreadable[RoomID("carol")] = .refused("no")
      state.activity[RoomID("carol")] = scene.clock.now()
    }
    await scene.agent.synchronize()
    #expect(await scene.agent.card(key) != nil)
    _ = try await scene.ask("bob")
    #expect(scene.sent == ["bob"])
    // It is read as soon as it can be. Without the network nothing can be.
    scene.chat.state.withLock { $0.read = [] }
    await scene.agent.synchronize()
    #expect(scene.chat.state.withLock { $0.read.contains(RoomID("carol")) })
    scene.chat.state.withLock { $0.unreadable[RoomID("carol")] = .unavailable("another profile is active") }
    await scene.agent.synchronize()
    _ = try await scene.ask("carol")
    #expect(scene.sent == ["bob"])
  }

  @Test func whatSomebodyElseRemovesIsWithdrawnAndNotSentAnew() async throws {
    let scene = try await Scene()
    let (key, message) = try request(scene)
    _ = try await scene.agent.takeMessage(message)
    let moderator = PersonID("carol")
    #expect(try await scene.agent.takeRemoval(of: message.id, in: message.room, by: nil) == key)
    #expect(await scene.agent.card(key)?.state(now: scene.clock.now()) == .created)
    #expect(try await scene.agent.takeRemoval(of: message.id, in: message.room, by: moderator) == key)
    let card = try #require(await scene.agent.card(key))
    #expect(card.state(now: scene.clock.now()) == .cancelled && card.remover == moderator)
    #expect(card.commands(now: scene.clock.now()) == [])

    let own = try await scene.ask("bob")
    let sent = try #require(await scene.agent.card(own)?.message)
    for _ in 1...2 {
      #expect(try await scene.agent.takeRemoval(of: sent, in: RoomID("bob"), by: moderator) == own)
    }
    // Late news of a message that is gone says nothing.
    try await scene.agent.takeDelivery(.failed("no route"), of: sent, in: RoomID("bob"))
    await scene.agent.finishWork()
    let gone = try #require(await scene.agent.card(own))
    #expect(gone.state(now: scene.clock.now()) == .cancelled && gone.remover == moderator && gone.hindrance == nil)
    #expect(scene.sent == ["bob"] && scene.chat.state.withLock { $0.edits } == 0)

    // What the person has withdrawn before was not withdrawn by a moderator.
    let cancelled = try await scene.ask("bob")
    try await scene.agent.cancel(cancelled)
    await scene.agent.finishWork()
    let last = try #require(await scene.agent.card(cancelled)?.message)
    try await scene.agent.takeRemoval(of: last, in: RoomID("bob"), by: moderator)
    #expect(await scene.agent.card(cancelled)?.remover == nil)
  }

  @Test func onlyRoomsWithNewsAreRead() async throws {
    let scene = try await Scene()
    let now = scene.clock.now()
    scene.chat.state.withLock { state in
      state.activity[RoomID("bob")] = now
      state.activity[RoomID("carol")] = now.advanced(by: .seconds(-86_400 * 40))
    }
    func reads(_ agent: CardAgent) async -> [String] {
      scene.chat.state.withLock { $0.read = [] }
      await agent.synchronize()
      return scene.chat.state.withLock { $0.read.map(\.rawValue) }
    }
    // Cards that are older than any card can live are over.
    #expect(await reads(scene.agent) == ["bob"])
    #expect(await reads(scene.agent) == [])
    scene.chat.state.withLock { $0.activity[RoomID("carol")] = now }
    #expect(await reads(scene.agent) == ["carol"])
    // A room with an open card is always read, because edits are no news of the room.
    let key = try await scene.ask("bob")
    #expect(await reads(scene.agent) == ["bob"])
    try await scene.agent.cancel(key)
    await scene.agent.finishWork()
    // It is remembered beyond a restart.
    await scene.agent.files.close()
    let again = try await CardAgent(
      transport: scene.chat, wallet: ToyWallet(person: "alice", money: ToyMoney(clock: scene.clock)),
      folder: scene.folder.path + "/cards", clock: scene.clock)
    #expect(await reads(again) == [])
  }
}
