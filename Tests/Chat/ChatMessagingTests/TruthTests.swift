import ChatPayments
import PaymentsModel
import TestSupport
import Testing

@testable import ChatMessaging
@testable import Consumer

/// Tests that apps and the people on both sides are told the truth.
@Suite struct TruthTests {
  @Test func theOtherPersonIsToldThatAnAppHasWrittenIt() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      try await service.allow(sent.messageID)
      _ = try await world.reach(.sent, sent.messageID, client)
      let text = try await world.chat.device(of: world.bob).history(of: world.room).last?.content.text
      #expect(text == "Thank you\n\n(Written by an app, and sent with my consent.)")
      await client.close()
    }
  }

  @Test func anAppThatWantsAWalletIsNotLetIn() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = PaymentsClient(
        Manifest(appID: "org.example.app", name: "app", version: "1", scopes: [.pay], versions: "1"),
        options: ClientOptions(directories: world.directories), service: "messaging")
      await #expect(throws: (any Error).self) { try await client.connect() }
      #expect(await service.pairings.isEmpty)
      await client.close()
    }
  }

  @Test func noFilesAreNoneHoweverThatIsSaid() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let request = PaymentRequestID.random()
      let sent = try await client.send("Thank you", to: World.invoice, requestID: request)
      let params = SendMessage.Params(requestID: request, payment: World.invoice, text: "Thank you", files: [])
      let again = try await client.session.call(SendMessage.self, params)
      #expect(again.replayed && again.message.messageID == sent.messageID)
      await client.close()
    }
  }

  @Test func twoAppsThatSayTheyAreOneAreToldApart() async throws {
    let world = try await World()
    try await world.withService { service in
      let first = try await world.pairedClient(with: service)
      // Another key uses the same name.
      let state = world.scratch.path + "/impostor"
      let second = MessagingClient(
        Manifest(appID: "org.example.wallet", name: "wallet", version: "1", scopes: []),
        options: ClientOptions(
          directories: PayportDirectories(
            runtime: world.directories.runtime, state: state, configuration: state)))
      guard case .pending = try await second.connect() else {
        Issue.record("an unknown app came in")
        return
      }
      #expect(await service.pairings.map(\.isNamesake) == [true])
      await second.close()
      let third = world.client("another")
      guard case .pending = try await third.connect() else { return }
      #expect(await service.pairings.first { $0.manifest.name == "another" }?.isNamesake == false)
      await third.close()
      await first.close()
    }
  }

  @Test func whetherAnAnswerWillComeIsTold() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let silent = try await client.send("one", to: World.invoice)
      try await service.allow(silent.messageID)
      #expect(try await world.reach(.sent, silent.messageID, client).replyExpected == nil)
      let open = try await client.send("two", to: World.invoice)
      #expect(open.replyExpected == nil)
      try await service.allow(open.messageID, MessageConsent(passesReply: true))
      #expect(try await world.reach(.sent, open.messageID, client).replyExpected == true)
      await client.close()
    }
  }

  @Test func anAppsCursorIsItsOwn() async throws {
    let world = try await World()
    try await world.withService { service in
      let quiet = try await world.pairedClient("quiet", with: service)
      let busy = try await world.pairedClient("busy", with: service)
      for _ in 0..<5 { _ = try await busy.send("Hello", to: World.invoice) }
      #expect(try await quiet.messages().cursor == EventCursor(sequence: 0))
      #expect(try await quiet.session.currentSession().eventCursor == EventCursor(sequence: 0))
      await quiet.close()
      await busy.close()
    }
  }

  @Test func whatWasLeftOpenIsLeftOpenAfterARestart() async throws {
    let world = try await World()
    let id = try await world.withService(over: FailingChat(world.chat.device(of: world.alice), .before)) { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      try await service.allow(sent.messageID)
      _ = try await world.reach(.unknown, sent.messageID, client)
      try await service.setAside(sent.messageID)
      await client.close()
      return sent.messageID
    }
    try await world.withService { service in
      let message = try #require(await service.message(id))
      #expect(message.isSetAside == true && message.state == .unknown && message.number == 1)
      #expect(await service.message(numbered: 1)?.id == id)
    }
  }
}
