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
      var attempts: [RoomID] = []
      var sent: [(room: RoomID, content: ChatContent)] = []
      var edits = 0
      var read: [RoomID] = []
      var activity: [RoomID: Timestamp] = [:]
      var messages: [ChatMessage] = []
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
      }
    }

    func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
      try state.withLock { state in
        state.attempts.append(room)
        if let error = state.refusals[room] { throw error }
        state.sent.append((room, content))
        return MessageID("m\(state.sent.count)")
      }
    }

    func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
      state.withLock { $0.edits += 1 }
      return message
    }

    func history(of room: RoomID) async throws -> [ChatMessage] {
      state.withLock { state in
        state.read.append(room)
        return state.messages.filter { $0.room == room }
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

    func ask(_ room: String) async throws -> CardKey {
      let key = try await agent.propose(CardDraft(.request, [price("0.5")]), in: RoomID(room))
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
    #expect(await scene.agent.card(long)?.hindrance == .tooLong)
    #expect(await scene.agent.card(gone)?.hindrance == .noRoom)
    await scene.pass(7200)
    #expect(scene.attempts == ["bob", "carol", "carol"])
    // What the person says next is other content, which is tried at once.
    try await scene.agent.cancel(long)
    await scene.agent.finishWork()
    #expect(scene.attempts.suffix(1) == ["bob"])
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
    // Neither time nor a moderator nor the reader can withdraw it.
    for person in [nil, PersonID("carol"), PersonID("alice")] {
      scene.chat.tell(.removed(message.id, in: message.room, by: person))
    }
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

  @Test func whatSomebodyElseRemovesIsShownAndCounts() async throws {
    let scene = try await Scene()
    let (key, message) = try request(scene)
    _ = try await scene.agent.take(message)
    let moderator = PersonID("carol")
    #expect(try await scene.agent.take(removalOf: message.id, in: message.room, by: nil) == key)
    #expect(await scene.agent.card(key)?.isRemoved == false)
    #expect(try await scene.agent.take(removalOf: message.id, in: message.room, by: moderator) == key)
    let card = try #require(await scene.agent.card(key))
    #expect(card.isRemoved && card.commands(now: scene.clock.now()) == [.accept, .decline])
    // Another message of its author makes up for it.
    let anew = ChatMessage(
      id: MessageID("b2"), room: message.room, from: message.from, content: message.content, sentAt: message.sentAt)
    _ = try await scene.agent.take(anew)
    #expect(await scene.agent.card(key)?.isRemoved == false)

    let own = try await scene.ask("bob")
    let sent = try #require(await scene.agent.card(own)?.message)
    try await scene.agent.take(removalOf: sent, in: RoomID("bob"), by: moderator)
    #expect(await scene.agent.card(own)?.hindrance == .removed)
    // Late news of a message that is gone says nothing.
    try await scene.agent.take(.received, of: sent, in: RoomID("bob"))
    #expect(await scene.agent.card(own)?.hindrance == .removed)
    try await scene.agent.retry(own)
    await scene.agent.finishWork()
    #expect(await scene.agent.card(own)?.message == MessageID("m2"))
    #expect(await scene.agent.card(own)?.hindrance == nil)
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
