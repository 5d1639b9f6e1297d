import ChatTransports
import PaymentsModel
import RPCRuntime
import Synchronization
import TestSupport
import Testing

@testable import ChatPayments

/// Tests cards over networks with real sockets, with agents that use toy money.
@Suite(.timeLimit(.minutes(10)))
struct NetworkCardTests {
  /// Two people with agents, each with their own chat.
  private final class Pair {
    let money = ToyMoney(clock: SystemWallClock())
    let alice: CardAgent
    let bob: CardAgent
    private let folder: ScratchFolder
    private var tasks: [Task<Void, Never>] = []

    init(_ alice: some ChatTransport, _ bob: some ChatTransport, folder: ScratchFolder) async throws {
      self.folder = folder
      self.alice = try await CardAgent(
        transport: alice, wallet: ToyWallet(person: "alice", money: money), folder: folder.path + "/alice")
      self.bob = try await CardAgent(
        transport: bob, wallet: ToyWallet(person: "bob", money: money), folder: folder.path + "/bob")
      for agent in [self.alice, self.bob] { tasks.append(Task { await agent.run() }) }
    }

    func stop() async {
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }

    /// Waits until an agent has a card in a state.
    func reaches(_ state: CardState, _ agent: CardAgent, _ key: CardKey) async throws {
      _ = try await eventually("\(state)") {
        await readAgain()
        await agent.refresh()
        await agent.passTime()
        return await agent.card(key)?.state(now: SystemWallClock().now()) == state ? true : nil
      }
    }

    func order() async throws {
      _ = try await eventually("an order") {
        await readAgain()
        return money.contents.withLock { $0.orders.isEmpty ? nil : true }
      }
    }

    /// Reads lost messages from the history, as after each new connection.
    private func readAgain() async {
      await alice.synchronize()
      await bob.synchronize()
    }

    var payments: Int { money.contents.withLock { $0.payments.count } }
  }

  @Test(arguments: [CardKind.request, .offer])
  func throughARelayThatLosesDoublesShufflesAndRestartsItIsPaidOnce(_ kind: CardKind) async throws {
    let folder = try ScratchFolder()
    let directories = PayportDirectories(
      runtime: folder.path + "/run", state: folder.path + "/state", configuration: folder.path)
    var relay = RelayServer(name: "storm", directories: directories, handshakeDeadline: .seconds(600))
    try await relay.start()
    let alice = RelayChat(relay: "storm", as: "alice", directories: directories)
    let bob = RelayChat(relay: "storm", as: "bob", directories: directories)
    try await alice.connect()
    try await bob.connect()
    let room = try await alice.room(with: bob.me).id
    let pair = try await Pair(alice, bob, folder: folder)

    let trouble = RelayTrouble(lost: 40, doubled: 40, shuffled: 3)

    /// Makes the delivery of later messages fail again.
    func restart() async throws {
      await relay.stop()
      relay = RelayServer(name: "storm", directories: directories, handshakeDeadline: .seconds(600))
      try await relay.start()
      await relay.setTrouble(trouble)
    }

    await relay.setTrouble(trouble)
    let key = try await pair.alice.propose(CardDraft(kind, [price("0.5")], note: "Pizza"), in: room)
    try await restart()
    try await pair.reaches(.created, pair.bob, key)
    try await pair.bob.accept(key)
    try await restart()
    try await pair.reaches(.accepted, pair.alice, key)
    try await restart()
    try await pair.order()
    pair.money.advance()
    try await restart()
    pair.money.advance()
    await relay.setTrouble(.none)
    for agent in [pair.alice, pair.bob] { try await pair.reaches(.settled, agent, key) }
    #expect(pair.payments == 1)
    // Each side has one message for the card, however often it was sent and edited.
    let messages = try await eventually("the last words") {
      let messages = (try? await bob.history(of: room)) ?? []
      return messages.contains { $0.content.text.contains("Received") } ? messages : nil
    }
    #expect(Set(messages.map(\.from)) == [alice.me, bob.me])

    await pair.stop()
    await alice.close()
    await bob.close()
    await relay.stop()
  }

  @Test(arguments: [(CardKind.request, true), (.offer, true), (.request, false)])
  func overSimpleXItIsPaidAndUpdatedInPlace(_ kind: CardKind, _ isAccepted: Bool) async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let apps = try await SimpleXApps(python)
    let files = try ScratchFolder()
    let alice = SimpleXChat(port: apps.ports[0], folder: files.path + "/alice")
    let bob = SimpleXChat(port: apps.ports[1], folder: files.path + "/bob")
    try await alice.connect()
    try await bob.connect()
    let pair = try await Pair(alice, bob, folder: try ScratchFolder())
    // Alice's identifier in Bob's app differs from the one in her own.
    let key = try await pair.alice.propose(CardDraft(kind, [price("0.5")], note: "Pizza"), in: RoomID("contact/4"))
    let atBob = CardKey(author: PersonID("contact/7"), id: key.id)
    try await pair.reaches(.created, pair.bob, atBob)
    if isAccepted {
      try await pair.bob.accept(atBob)
      try await pair.order()
      pair.money.advance()
      pair.money.advance()
    } else {
      try await pair.bob.decline(atBob, reason: "Not today")
    }
    try await pair.reaches(isAccepted ? .settled : .declined, pair.alice, key)
    try await pair.reaches(isAccepted ? .settled : .declined, pair.bob, atBob)
    #expect(pair.payments == (isAccepted ? 1 : 0))
    // Each side has one message, and the history of the apps contains its text.
    let texts = try await eventually("the last words") {
      let texts = try await bob.history(of: RoomID("contact/7")).map(\.content.text)
      let last = isAccepted ? (kind == .request ? "Received" : "Paid") : "Not today"
      return texts.contains { $0.contains(last) } ? texts : nil
    }
    #expect(texts.count == 2)
    #expect(try apps.commands(of: 0).filter { $0.hasPrefix("/_send ") }.count == 1)
    await pair.stop()
    await alice.close()
    await bob.close()
    try await apps.stop()
  }
}
