import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatPayments

/// What cards cost in a chat that lacks something, as the table of chapter 14.7 says.
struct CapabilityTests {
  private typealias Lack = LackingTransport.Lack

  /// Two people whose chat lacks something.
  private final class Scene {
    let chat = MemoryChat()
    let money = ToyMoney(clock: SystemWallClock())
    private let lack: Lack?
    private let folder: ScratchFolder
    private var tasks: [Task<Void, Never>] = []

    init(without lack: Lack?) async throws {
      self.lack = lack
      folder = try ScratchFolder()
      await chat.open(RoomID("r"), name: "r", members: [PersonID("alice"), PersonID("bob")])
    }

    deinit { for task in tasks { task.cancel() } }

    func agent(_ person: String, device: String = "") async throws -> CardAgent {
      let me = PersonID(person)
      let agent = try await CardAgent(
        transport: LackingTransport(base: chat.device(of: me), me: me, lack: lack),
        wallet: ToyWallet(person: person, money: money), folder: folder.path + "/" + person + device)
      tasks.append(Task { await agent.run() })
      return agent
    }

    var messages: [ChatMessage] {
      get async throws { try await chat.device(of: PersonID("bob")).history(of: RoomID("r")) }
    }

    var payments: Int { money.contents.withLock { $0.payments.count } }

    /// Waits until an order was placed, and lets its payment arrive.
    func pay() async throws {
      _ = try await eventually("an order") { money.contents.withLock { $0.orders.isEmpty ? nil : true } }
      money.advance()
      money.advance()
    }
  }

  private func reaches(_ state: CardState, _ key: CardKey, _ agents: CardAgent...) async throws {
    for agent in agents {
      _ = try await eventually("\(state)") {
        await agent.refresh()
        await agent.passTime()
        return await agent.card(key)?.state(now: SystemWallClock().now()) == state ? true : nil
      }
    }
  }

  @Test(arguments: LackingTransport.Lack.allCases, CardKind.allCases)
  func aCardIsSettledAndPaidOnceWithoutIt(_ lack: LackingTransport.Lack, _ kind: CardKind) async throws {
    let scene = try await Scene(without: lack)
    let (alice, bob) = (try await scene.agent("alice"), try await scene.agent("bob"))
    await alice.synchronize()
    await bob.synchronize()
    let key = try await alice.propose(CardDraft(kind, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    try await bob.accept(key)
    try await scene.pay()
    try await reaches(.settled, key, alice, bob)
    #expect(scene.payments == 1)
    let last = kind == .request ? "Paid 0.5 XMR." : "Received 0.5 XMR, thank you."
    let messages = try await eventually("the last words") {
      let messages = try await scene.messages
      return messages.contains { $0.from == PersonID("bob") && $0.content.text.hasPrefix(last) } ? messages : nil
    }
    if lack == .edits {
      #expect((3...5).contains(messages.count), "a message for each change")
    } else {
      #expect(messages.count == 2, "a message of each person")
    }
    let isVisible = messages.contains { $0.content.text.contains("payport:card?") }
    #expect(isVisible == (lack == .links), "people see the link only where nothing but text is carried")
  }

  @Test(arguments: [nil, LackingTransport.Lack.ownMessages])
  func theOtherDeviceOfAPersonKnowsOrIsToldByTheWallet(_ lack: LackingTransport.Lack?) async throws {
    let scene = try await Scene(without: lack)
    let alice = try await scene.agent("alice")
    let phone = try await scene.agent("bob")
    let tablet = try await scene.agent("bob", device: "-tablet")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, phone, tablet)
    try await phone.accept(key)
    _ = try await eventually("an order") { scene.money.contents.withLock { $0.orders.isEmpty ? nil : true } }
    if lack == .ownMessages {
      // The tablet still asks. If the person presses there, too, the wallet finds the same order.
      #expect(await tablet.card(key)?.commands(now: SystemWallClock().now()).contains(.accept) == true)
      try await tablet.accept(key)
    }
    try await scene.pay()
    try await reaches(.settled, key, alice, phone, tablet)
    #expect(scene.payments == 1)
    #expect(scene.money.contents.withLock { $0.orders.count } == 1)
  }

  @Test(arguments: [nil, LackingTransport.Lack.history])
  func aNewDeviceKnowsWhatTheHistoryTells(_ lack: LackingTransport.Lack?) async throws {
    let scene = try await Scene(without: lack)
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    let tablet = try await scene.agent("bob", device: "-tablet")
    await tablet.synchronize()
    #expect(await (tablet.card(key) == nil) == (lack == .history))
    // An edit carries the whole side of its author, so the next one makes up for it.
    try await bob.accept(key)
    try await reaches(.accepted, key, alice, tablet)
  }
}
