import ChatPayments
import Consumer
import Files
import PaymentsModel
import TestSupport
import Testing

@testable import ChatMessaging

/// Tests what must happen only once, whatever fails in processes and networks.
@Suite struct OnceTests {
  @Test func aRequestThatIsMadeTwiceIsOneMessage() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let request = PaymentRequestID.random()
      async let one = client.send("Thank you", to: World.invoice, requestID: request)
      async let two = client.send("Thank you", to: World.invoice, requestID: request)
      let (first, second) = try await (one, two)
      #expect(first.messageID == second.messageID)
      #expect(await service.questions.count == 1)
      await #expect(throws: PaymentsFailure(.requestConflict, pointer: "/request_id")) {
        _ = try await client.send("Thanks", to: World.invoice, requestID: request)
      }
      let other = try await world.pairedClient("other", with: service)
      #expect(
        try await other.send("Thank you", to: World.invoice, requestID: request).messageID != first.messageID,
        "another app's requests are its own")
      await client.close()
      await other.close()
    }
  }

  @Test func whatTheNetworkGotUnnoticedIsFoundAndNotSentAgain() async throws {
    let world = try await World()
    let id = try await world.withService(over: FailingChat(world.chat.device(of: world.alice), .afterwards)) {
      service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      try await service.allow(sent.messageID)
      _ = try await world.reach(.sent, sent.messageID, client)
      await client.close()
      return sent.messageID
    }
    #expect(try await world.texts() == ["Thank you"])
    try await world.withService { service in
      #expect(await service.messages.first { $0.id == id }?.state == .sent)
    }
    #expect(try await world.texts() == ["Thank you"])
  }

  @Test func whatMayBeLostIsNotSentAgainUnlessThePersonWantsIt() async throws {
    let world = try await World()
    let id = try await world.withService(over: FailingChat(world.chat.device(of: world.alice), .before)) { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      try await service.allow(sent.messageID)
      _ = try await world.reach(.unknown, sent.messageID, client)
      await client.close()
      return sent.messageID
    }
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      // Another message is sent meanwhile, so this one has had enough time to be sent too.
      let other = try await client.send("Hello", to: World.invoice)
      try await service.allow(other.messageID)
      _ = try await world.reach(.sent, other.messageID, client)
      #expect(try await client.message(id).state == .unknown)
      #expect(try await world.texts() == ["Hello"])
      try await service.sendAgain(id)
      _ = try await world.reach(.sent, id, client)
      #expect(try await world.texts() == ["Hello", "Thank you"])
      await client.close()
    }
  }

  @Test func aProcessThatEndsWhileItSendsHasSentOnce() async throws {
    let world = try await World()
    // The service is left in the state of a killed process: it receives nothing more, and its folder keeps its content.
    let silent = FailingChat(world.chat.device(of: world.alice), .silence)
    let id = try await world.withService(over: silent) { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      let allowing = Task { try await service.allow(sent.messageID) }
      _ = try await eventually("the message") { try await world.texts().isEmpty ? nil : true }
      #expect(try await client.message(sent.messageID).state == .sending)
      await #expect(throws: PaymentsFailure(.notCancellable)) { try await client.remove(sent.messageID) }
      await client.close()
      await service.close()
      allowing.cancel()
      return sent.messageID
    }
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      _ = try await world.reach(.sent, id, client)
      await client.close()
    }
    #expect(try await world.texts() == ["Thank you"])
  }

  @Test func whatTheNetworkRefusesHasFailed() async throws {
    let world = try await World()
    try await world.withService(over: FailingChat(world.chat.device(of: world.alice), .refusal)) { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      try await service.allow(sent.messageID)
      #expect(try await world.reach(.failed, sent.messageID, client).reason == "chat_refused")
      await #expect(throws: MessageStepError.over) { try await service.sendAgain(sent.messageID) }
      #expect(try await world.texts().isEmpty)
      await client.close()
    }
  }

  @Test func whatWasAllowedGoesWhenTheChatIsBack() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      await world.chat.cut(world.alice, off: true)
      let sent = try await client.send("Thank you", to: World.invoice)
      try await service.allow(sent.messageID)
      #expect(try await client.message(sent.messageID).state == .sending)
      await world.chat.cut(world.alice, off: false)
      _ = try await world.reach(.sent, sent.messageID, client)
      #expect(try await world.texts() == ["Thank you"])
      await client.close()
    }
  }

  @Test func oneProcessHasTheFolder() async throws {
    let world = try await World()
    try await world.withService { _ in
      await #expect(throws: KeptFolderError.inUse) { try await world.withService { _ in } }
    }
  }
}
