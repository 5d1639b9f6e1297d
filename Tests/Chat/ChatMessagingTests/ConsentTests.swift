import ChatPayments
import Consumer
import PaymentsModel
import TestSupport
import Testing

@testable import ChatMessaging

/// Tests that a wallet app asks, the person decides and the chat delivers.
@Suite struct ConsentTests {
  @Test func aMessageIsDeliveredOnceItIsAllowed() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice, context: "receipt 17")
      #expect(sent.state == .waitingForConsent && sent.context == "receipt 17")
      #expect(try await world.texts().isEmpty)
      let question = try #require(await service.questions.first)
      #expect(question.id == sent.messageID && question.text == "Thank you" && question.target == world.target)
      #expect(question.source.appID == "org.example.wallet" && question.source.name == "wallet")
      try await service.allow(sent.messageID)
      let done = try await world.reach(.sent, sent.messageID, client)
      #expect(try await world.texts() == ["Thank you"])
      #expect(done.contactName == nil && done.context == "receipt 17")
      #expect(await service.questions.isEmpty)
      await client.close()
    }
  }

  @Test func aRefusedMessageIsNotDelivered() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      async let change = client.waitForChange(of: sent)
      try await service.refuse(sent.messageID)
      #expect(try await change.state == .refused)
      await #expect(throws: MessageStepError.over) { try await service.allow(sent.messageID) }
      #expect(try await world.texts().isEmpty)
      await client.close()
    }
  }

  @Test func whatIsAlwaysAllowedIsNotAskedUntilThatIsTakenBack() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let other = try await world.pairedClient("other", with: service)
      let first = try await client.send("one", to: World.invoice)
      try await service.allow(first.messageID, MessageConsent(tellsName: true), always: true)
      let second = try await client.send("two", to: World.invoice)
      let told = try await world.reach(.sent, second.messageID, client)
      #expect(told.contactName == "Bob")
      #expect(try await world.texts() == ["one", "two"])
      #expect(try await other.send("three", to: World.invoice).state == .waitingForConsent, "another app")
      let app = try #require(await service.knownApps.first { $0.source.name == "wallet" })
      try await service.askAgain(app.key)
      #expect(try await client.send("four", to: World.invoice).state == .waitingForConsent)
      await client.close()
      await other.close()
    }
    // The next process reads the stored state.
    try await world.withService { service in
      #expect(await service.knownApps.map(\.always) == [nil, nil])
      #expect(await service.questions.map(\.text) == ["three", "four"])
    }
  }

  @Test func anAnswerIsPassedOnOnlyWhereThatIsAllowed() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let bob = world.chat.device(of: world.bob)
      let secret = try await client.send("one", to: World.invoice)
      try await service.allow(secret.messageID)
      _ = try await world.reach(.sent, secret.messageID, client)
      let open = try await client.send("two", to: World.invoice)
      try await service.allow(open.messageID, MessageConsent(passesReply: true))
      _ = try await world.reach(.sent, open.messageID, client)
      _ = try await bob.send(ChatContent(text: "a card", link: "payport:card?data=e30"), to: world.room)
      _ = try await bob.send(ChatContent(text: "You are welcome"), to: world.room)
      _ = try await bob.send(ChatContent(text: "How are you?"), to: world.room)
      let answered = try await world.reach(.delivered, open.messageID, client)
      #expect(answered.reply?.text == "You are welcome")
      let kept = try await client.message(secret.messageID)
      #expect(kept.state == .sent && kept.reply == nil)
      await client.close()
    }
  }

  @Test func aQuestionEndsWithItsTime() async throws {
    let world = try await World()
    let clock = SetClock()
    try await world.withService(clock: clock) { service in
      let client = try await world.pairedClient(with: service)
      let sent = try await client.send(
        "Thank you", to: World.invoice, expiresAt: clock.now().advanced(by: .seconds(60)))
      clock.advance(.seconds(60))
      #expect(await service.questions.isEmpty)
      await #expect(throws: MessageStepError.expired) { try await service.allow(sent.messageID) }
      _ = try await world.reach(.expired, sent.messageID, client)
      await client.close()
    }
  }

  @Test func whatWasRemovedIsGone() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let waiting = try await client.send("withdrawn", to: World.invoice)
      #expect(try await client.remove(waiting.messageID))
      #expect(try await !client.remove(waiting.messageID))
      #expect(await service.questions.isEmpty)
      await #expect(throws: MessageStepError.over) { try await service.allow(waiting.messageID) }
      #expect(try await client.messages().messages.isEmpty)
      let again = try await client.send("withdrawn", to: World.invoice, requestID: waiting.requestID)
      #expect(again.state == .removed && again.text == nil, "a request is never done twice")
      #expect(try await world.texts().isEmpty)
      await client.close()
    }
  }

  @Test func changesAreReadInOrderAcrossRestartsOfBothSides() async throws {
    let world = try await World()
    let first = world.client()
    let seen = Seen()
    try await world.withService { service in
      if case .pending(let code?, _) = try await first.connect() { try await service.approve(code: code.digits) }
      try await first.waitUntilApproved()
      let reading = Task {
        for try await message in first.changes(.remembered) { seen.add(message.state) }
      }
      let sent = try await first.send("one", to: World.invoice)
      _ = try await eventually("the question") { seen.states.count == 1 ? true : nil }
      try await service.refuse(sent.messageID)
      _ = try await eventually("the refusal") { seen.states.count == 2 ? true : nil }
      // The loop asks for the next change before it ends, which confirms that this one was handled.
      reading.cancel()
      _ = await reading.result
    }
    #expect(seen.states == [.waitingForConsent, .refused])
    await first.close()
    let second = world.client()
    try await world.withService { service in
      let next = try await second.send("two", to: World.invoice)
      for try await message in second.changes(.remembered) {
        #expect(message.messageID == next.messageID)
        break
      }
      // The change was delivered, but not confirmed as handled.
      for try await message in second.changes(.remembered) {
        #expect(message.messageID == next.messageID)
        break
      }
    }
    await second.close()
  }
}
