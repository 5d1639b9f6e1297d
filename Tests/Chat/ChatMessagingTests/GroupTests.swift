import ChatPayments
import Consumer
import PaymentsModel
import TestSupport
import Testing

@testable import ChatMessaging

/// Tests who receives an app's message about a payment that was settled in a group.
@Suite struct GroupTests {
  private let boat = RoomID("boat")

  /// Runs a test with Alice's chat, which has a card from Alice for Bob in a group that also includes Carol.
  private func withCard(
    _ body: (World, MessagingService, PaymentReference) async throws -> Void, isAlone: Bool
  ) async throws {
    let world = try await World()
    let carol = PersonID("carol")
    await world.chat.open(boat, name: "boat", members: [world.alice, world.bob, carol])
    if !isAlone { await world.chat.open(world.room, name: "crew", members: [world.alice, world.bob, carol]) }
    let transport = world.chat.device(of: world.alice)
    let agent = try await CardAgent(transport: transport, wallet: NoWallet(), folder: world.scratch.path + "/cards")
    let price = CardPrice(currency: "XMR", amount: try DecimalAmount("1"))
    let key = try await agent.propose(CardDraft(.request, [price], to: world.bob), in: boat)
    let contacts = CardContacts(agent: agent, transport: transport) { nil }
    try await world.withService(contacts: contacts) { service in
      // A UUID in capital letters is the same UUID.
      try await body(world, service, PaymentReference(card: key.id.rawValue.uppercased()))
    }
  }

  private func texts(_ room: RoomID, _ world: World) async throws -> [String] {
    try await world.chat.device(of: world.bob).history(of: room)
      .filter { $0.from == world.alice && $0.content.link == nil }.map(\.content.text)
  }

  @Test func itGoesToTheContactAloneWhereThereIsAConversationOfTwo() async throws {
    try await withCard(
      { world, service, payment in
        let client = try await world.pairedClient(with: service)
        let sent = try await client.send("Thank you", to: payment)
        let question = try #require(await service.questions.first)
        #expect(question.target?.room == world.room.rawValue && question.target?.group == nil)
        try await service.allow(sent.messageID)
        _ = try await world.reach(.sent, sent.messageID, client)
        #expect(try await texts(boat, world).isEmpty)
        #expect(try await world.texts() == ["Thank you"])
        await client.close()
      }, isAlone: true)
  }

  @Test func otherwiseThePersonIsToldWhoReadsAlong() async throws {
    try await withCard(
      { world, service, payment in
        let client = try await world.pairedClient(with: service)
        let sent = try await client.send("Thank you", to: payment)
        let target = try #require(await service.questions.first?.target)
        #expect(target.room == boat.rawValue && target.group?.name == "boat")
        #expect(target.group?.readers.map(\.name) == ["carol"])
        try await service.allow(sent.messageID, MessageConsent(passesReply: true), always: true)
        let told = try await world.reach(.sent, sent.messageID, client)
        #expect(told.replyExpected == true)
        // Bob's later messages in the group are not passed to the app.
        let bob = world.chat.device(of: world.bob)
        _ = try await bob.send(ChatContent(text: "Carol, are you coming?"), to: boat)
        // The permission to always write to one person does not allow writing to the whole group.
        #expect(try await client.send("Once more", to: payment).state == .waitingForConsent)
        #expect(try await client.message(sent.messageID).reply == nil)
        let part = try #require(await service.message(sent.messageID)?.parts.first)
        try await world.chat.answer(MessageID(part), in: boat, with: "Welcome", from: world.bob)
        let answered = try await world.reach(.delivered, sent.messageID, client)
        #expect(answered.reply?.text == "Welcome" && answered.replyExpected == nil)
        await client.close()
      }, isAlone: false)
  }

  @Test func whoComesInLaterIsAskedAboutFirst() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      await world.chat.cut(world.alice, off: true)
      let sent = try await client.send("Thank you", to: World.invoice)
      try await service.allow(sent.messageID)
      await world.chat.open(world.room, name: "room", members: [world.alice, world.bob, PersonID("carol")])
      await world.chat.cut(world.alice, off: false)
      _ = try await world.reach(.waitingForConsent, sent.messageID, client)
      #expect(await service.questions.first?.target?.group?.readers.map(\.name) == ["carol"])
      #expect(try await world.texts().isEmpty)
      try await service.allow(sent.messageID)
      _ = try await world.reach(.sent, sent.messageID, client)
      #expect(try await world.texts() == ["Thank you"])
      await client.close()
    }
  }
}

/// A wallet whose provider is not running.
private struct NoWallet: CardWallet {
  private var gone: DiscoveryError { .notRunning(name: nil) }
  func providerID() async throws -> String { throw gone }
  func isOpen(_ requestID: PaymentRequestID) async throws -> Bool { throw gone }
  func currencies() async throws -> [CurrencyInfo] { throw gone }
  func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice { throw gone }
  func invoice(id: InvoiceID) async throws -> Invoice { throw gone }
  func cancel(_ id: InvoiceID, requestID: PaymentRequestID) async throws -> Invoice { throw gone }
  func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder { throw gone }
  func order(requestID: PaymentRequestID) async throws -> PaymentOrder { throw gone }
  func cancel(_ id: OrderID, requestID: PaymentRequestID) async throws -> PaymentOrder { throw gone }
  func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws { throw gone }
}
