import Files
import JSON
import PaymentsAPI
import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatPayments

struct CardAgentTests {
  /// Two people with agents on one network in memory.
  private final class Scene {
    let chat = MemoryChat()
    let money = ToyMoney(clock: SystemWallClock())
    let folder: ScratchFolder
    private var tasks: [Task<Void, Never>] = []

    init() async throws {
      folder = try ScratchFolder()
      await chat.open(RoomID("r"), name: "r", members: [PersonID("alice"), PersonID("bob")])
      await chat.open(RoomID("g"), name: "g", members: ["alice", "bob", "carol"].map { PersonID($0) })
    }

    deinit { for task in tasks { task.cancel() } }

    func agent(
      _ person: String, device: String = "", provider: String = "",
      beforeOrder: @escaping @Sendable () async -> Void = {}
    ) async throws -> CardAgent {
      let agent = try await CardAgent(
        transport: chat.device(of: PersonID(person)),
        wallet: ToyWallet(person: person, money: money, beforeOrder: beforeOrder, provider: provider),
        folder: folder.path + "/" + person + device)
      tasks.append(Task { await agent.run() })
      return agent
    }

    func stopAll() async {
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      tasks = []
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

  @Test func aRequestIsPaidAndTheBubblesAreBroughtUpToDate() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")], note: "Pizza"), in: RoomID("r"))
    try await reaches(.created, key, bob)
    try await bob.accept(key)
    _ = try await eventually("an order") { scene.money.contents.withLock { $0.orders.count == 1 ? true : nil } }
    scene.money.advance()
    try await reaches(.paid, key, alice, bob)
    scene.money.advance()
    try await reaches(.settled, key, alice, bob)
    let texts = try await eventually("the last words") {
      let messages = try await scene.chat.device(of: PersonID("bob")).history(of: RoomID("r"))
      return messages.first?.content.text.hasSuffix("Received, thank you.") == true ? messages.map(\.content.text) : nil
    }
    #expect(texts == ["Payment request: 0.5 XMR\nPizza\nReceived, thank you.", "Paid 0.5 XMR (Pizza)."])
    #expect(scene.money.contents.withLock { $0.payments.count } == 1)
  }

  @Test func pressedTwiceAndOnTwoDevicesItIsPaidOnce() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let tablet = try await scene.agent("bob", device: "-tablet")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob, tablet)
    async let first: Void = bob.accept(key)
    async let second: Void = bob.accept(key)
    async let third: Void = tablet.accept(key)
    _ = try await (first, second, third)
    try await reaches(.accepted, key, alice, bob, tablet)
    _ = try await eventually("an order") { scene.money.contents.withLock { $0.orders.count == 1 ? true : nil } }
    scene.money.advance()
    scene.money.advance()
    try await reaches(.settled, key, alice, bob, tablet)
    #expect(scene.money.contents.withLock { $0.payments.count } == 1)
  }

  @Test func aProviderThatIsDownIsWaitedFor() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    scene.money.contents.withLock { $0.isDown = ["alice"] }
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    try await bob.accept(key)
    let problem = try await eventually("the problem") { await alice.card(key)?.problem }
    #expect(problem.reason == nil && problem.retryAt != nil)
    #expect(await bob.card(key)?.problem == nil)
    scene.money.contents.withLock { $0.isDown = [] }
    try await alice.retry(key)
    _ = try await eventually("an order") { scene.money.contents.withLock { $0.orders.count == 1 ? true : nil } }
    #expect(await alice.card(key)?.problem == nil)
  }

  private func isRefused(_ key: CardKey, by agent: CardAgent) async throws {
    _ = try await eventually("the problem") { await agent.card(key)?.problem?.isOfOtherProvider == true ? true : nil }
  }

  /// The first provider may have paid, and another one does not know that.
  @Test func anOrderWhoseAnswerWasLostIsNotPlacedAtAnotherProvider() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    scene.money.contents.withLock { $0.losesAnswers = true }
    try await bob.accept(key)
    _ = try await eventually("an order") { scene.money.contents.withLock { $0.orders.count == 1 ? true : nil } }
    await scene.stopAll()
    scene.money.contents.withLock { $0.losesAnswers = false }

    let elsewhere = try await scene.agent("bob", provider: "another")
    try? await elsewhere.retry(key)
    try await isRefused(key, by: elsewhere)
    try await elsewhere.decline(key)
    try await isRefused(key, by: elsewhere)
    #expect(scene.money.contents.withLock { $0.orders.count } == 1)
    await scene.stopAll()

    let back = try await scene.agent("bob")
    try? await back.retry(key)
    _ = try await eventually("the order was found and cancelled") {
      scene.money.contents.withLock { $0.orders.values.allSatisfy { $0.state == .cancelled } ? true : nil }
    }
  }

  @Test func aRefusalSaysNothingAboutAnAttemptWhoseAnswerWasLost() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    scene.money.contents.withLock { contents in
      contents.losesAnswers = true
      contents.refusalAfterLoss = .scopeNotGranted
    }
    try await bob.accept(key)
    let problem = try await eventually("the refusal") {
      if let problem = await bob.card(key)?.problem, problem.reason != nil { return problem }
      try? await bob.retry(key)
      return nil
    }
    #expect(problem.reason == .scopeNotGranted)
    #expect(await bob.card(key)?.mayHaveOrder == true)
    try await bob.decline(key)
    #expect(await bob.card(key)?.state(now: SystemWallClock().now()) != .declined, "it may still be paid")
    scene.money.contents.withLock { $0.refusal = nil }
    _ = try await eventually("it is declined for certain") {
      try? await bob.retry(key)
      return await bob.card(key)?.state(now: SystemWallClock().now()) == .declined ? true : nil
    }
    #expect(scene.money.contents.withLock { $0.orders.values.allSatisfy { $0.state == .cancelled } })
  }

  @Test func whatTheProviderRefusesWaitsForThePerson() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let key = try await alice.propose(CardDraft(.offer, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    scene.money.contents.withLock { $0.refusal = .currencyNotGranted }
    try await bob.accept(key)
    let problem = try await eventually("the problem") { await bob.card(key)?.problem }
    #expect(problem == CardProblem(reason: .currencyNotGranted, retryAt: nil))
    let calls = scene.money.contents.withLock { contents in
      contents.refusal = nil
      return contents.invoiceCalls
    }
    await bob.passTime()
    #expect(scene.money.contents.withLock { $0.invoiceCalls } == calls)
    try await bob.retry(key)
    try await reaches(.accepted, key, alice, bob)
  }

  @Test func theOwnersNoToTheAppIsNotAnsweredByKnockingAgain() async throws {
    let clock = ManualWallClock(SystemWallClock().now())
    let scene = try await Scene()
    let alice = try await CardAgent(
      transport: scene.chat.device(of: PersonID("alice")), wallet: ToyWallet(person: "alice", money: scene.money),
      folder: scene.folder.path + "/alice", clock: clock)
    await alice.synchronize()
    let bob = try await scene.agent("bob")
    let key = try await bob.propose(CardDraft(.offer, [price("0.5")]), in: RoomID("r"))
    _ = try await eventually("the offer") {
      await alice.synchronize()
      return await alice.card(key)
    }
    scene.money.contents.withLock { $0.isDenied = true }
    try await alice.accept(key)
    let problem = try await eventually("the problem") { await alice.card(key)?.problem }
    #expect(problem == CardProblem(reason: nil, retryAt: nil))
    clock.advance(by: .seconds(3600))
    await alice.passTime()
    await alice.refresh()
    await alice.finishWork()
    #expect(scene.money.contents.withLock { $0.denials } == 1)
    scene.money.contents.withLock { $0.isDenied = false }
    try await alice.retry(key)
    _ = try await eventually("the invoice") { await alice.card(key)?.invoice }
  }

  @Test func afterARestartItGoesOnWhereItWas() async throws {
    let scene = try await Scene()
    var alice = try await scene.agent("alice")
    var bob = try await scene.agent("bob")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    scene.money.contents.withLock { $0.isDown = ["bob"] }
    try await bob.accept(key)
    _ = try await eventually("the problem") { await bob.card(key)?.problem }
    await #expect(throws: KeptFolderError.inUse) { _ = try await scene.agent("alice") }
    await scene.stopAll()
    // A message that could not be stored was not sent.
    let before = await alice.card(key)
    await #expect(throws: KeptFolderError.inUse) { try await alice.cancel(key) }
    #expect(await alice.card(key) == before)
    scene.money.contents.withLock { $0.isDown = [] }
    alice = try await scene.agent("alice")
    bob = try await scene.agent("bob")
    try await bob.retry(key)
    _ = try await eventually("an order") { scene.money.contents.withLock { $0.orders.count == 1 ? true : nil } }
    scene.money.advance()
    scene.money.advance()
    try await reaches(.settled, key, alice, bob)
  }

  @Test func whatWasLostIsReadWhenTheChatIsBack() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    await scene.chat.cut(PersonID("bob"), off: true)
    try await alice.cancel(key, reason: "Found it")
    try await reaches(.cancelled, key, alice)
    // Bob does not know of it yet and accepts.
    try await bob.accept(key)
    await scene.chat.cut(PersonID("bob"), off: false)
    try await reaches(.cancelled, key, bob)
    #expect(await bob.card(key)?.reason == "Found it")
    #expect(scene.money.contents.withLock { $0.invoices.isEmpty })
  }

  @Test func whatIsHeardWhileTheProviderIsAskedCounts() async throws {
    let scene = try await Scene()
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let (answered, answer) = AsyncStream.makeStream(of: Void.self)
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob") {
      ask.yield()
      for await _ in answered { return }
    }
    let key = try await alice.propose(CardDraft(.request, [price("0.5")]), in: RoomID("r"))
    try await reaches(.created, key, bob)
    try await bob.accept(key)
    for await _ in asked { break }
    try await alice.cancel(key, reason: "Sold")
    try await reaches(.cancelled, key, bob)
    answer.finish()
    // The order that was being placed is withdrawn, and nothing is paid.
    _ = try await eventually("the withdrawal") { await bob.card(key)?.order?.state == .cancelled ? true : nil }
    #expect(await bob.card(key)?.authorSide.says(.cancelled) == true)
    scene.money.advance()
    #expect(scene.money.contents.withLock { $0.payments.isEmpty })
  }

  @Test func aCollectionCountsWhatHasArrived() async throws {
    let scene = try await Scene()
    let alice = try await scene.agent("alice")
    let bob = try await scene.agent("bob")
    let carol = try await scene.agent("carol")
    let parts = try await alice.split(decimal("90"), of: "LTC", among: 2)
    #expect(parts == [price("45", "LTC"), price("45", "LTC")])
    try await alice.collect(
      zip(["bob", "carol"], parts).map { CollectionPart(room: RoomID("g"), person: PersonID($0), price: $1) },
      title: "Dinner")
    let keys = await alice.cards.map(\.key)
    #expect(keys.count == 2)
    for key in keys {
      try await reaches(.created, key, bob, carol)
      let isBobs = await bob.card(key)?.role == .payer
      let payer = isBobs ? bob : carol
      #expect(await (isBobs ? carol : bob).card(key)?.role == .onlooker)
      if isBobs { try await payer.accept(key) } else { try await payer.decline(key, reason: "I was not there") }
    }
    _ = try await eventually("an order") { scene.money.contents.withLock { $0.orders.count == 1 ? true : nil } }
    scene.money.advance()
    scene.money.advance()
    let progress = try await eventually("the progress") {
      await alice.refresh()
      let progress = await alice.collections.first
      return progress?.states == [.settled: 1, .declined: 1] ? progress : nil
    }
    #expect(progress.paid == 1 && progress.cards.count == 2 && progress.collection.title == "Dinner")
  }
}
