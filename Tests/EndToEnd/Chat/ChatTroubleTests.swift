import ChatPayments
import ChatTransports
import JSON
import PaymentsModel
import RPCRuntime
import TestSupport
import Testing

/// Problems around a chat, and statements that must not be believed.
@Suite(.serialized) struct ChatTroubleTests {
  /// A modified program says "paid" without paying. Nothing changes except what is displayed.
  @Test func nobodyBelievesAMessageThatSaysPaid() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      try alice.type("/request bob 1 LTC")
      try await bob.shows("waiting for your answer")
      try bob.type("/accept")
      try await alice.shows("Accepted · waiting for bob's money")
      let directories = PayportDirectories(
        runtime: scene.runtime, state: scene.folder.path + "/bob", configuration: scene.folder.path)
      let forger = RelayChat(relay: "test", as: "bob", directories: directories)
      try await forger.connect()
      let room = try #require(try await forger.rooms().first)
      let messages = try await forger.history(of: room.id)
      let answer = try #require(messages.last { $0.from == PersonID("bob") })
      let link = try #require(answer.content.link)
      let said = try CardLink.read(link)
      let steps = try JSONValueDecoder().decode(
        CardSide.self, from: [["step": "accepted", "currency": "LTC"], ["step": "paid"]])
      let content = ChatContent(text: "Paid.", link: try CardLink.write(CardMessage(card: said.card, steps: steps)))
      _ = try await forger.edit(answer.id, in: room.id, to: content)
      try await alice.shows("Accepted · bob says it is paid; your wallet has not seen it")
      try alice.type("/wait 1 paid 2s")
      #expect(try await alice.end() == .code(75))
      await forger.close()
      try await bob.end()
    }
  }

  /// A card is accepted twice and on two devices. There is one order and one payment.
  @Test func whoAcceptsTwiceOnTwoDevicesPaysOnce() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      let phone = try scene.app("bob", "--device", "phone")
      try await phone.shows("Your wallet is connected")
      try alice.type("/request bob 1 LTC")
      for device in [bob, phone] { try await device.shows("waiting for your answer") }
      for device in [bob, phone] { try device.type("/accept\n/accept 1") }
      try await scene.bob.owner("approve", scene.question(scene.bob))
      for device in [bob, phone] { try await device.shows("Paid · on its way") }
      try await scene.alice.mock("mine", "6")
      for device in [bob, phone] { try await device.shows("Paid · confirmed") }
      try await alice.shows("Received")
      for app in [alice, bob, phone] { #expect(try await app.end() == .code(0)) }
      #expect(try await scene.payments(scene.bob) == 1)
      #expect(try await scene.bob.questions("payment").isEmpty)
    }
  }

  /// A card is accepted while the provider is down, and the program is killed. The acceptance is kept.
  @Test func aYesOutlivesTheProviderAndTheProgram() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      await scene.bob.kill()
      try await bob.shows("You can chat meanwhile; payments wait.")
      try alice.type("/request bob 1 LTC")
      try await bob.shows("waiting for your answer")
      try bob.type("/accept")
      try await bob.shows("Your wallet does not answer")
      try await bob.kill()
      try await scene.bob.start()
      let again = try scene.app("bob")
      try await again.shows("has to approve: payd questions")
      try await again.kill()
      try await scene.bob.owner("approve", scene.question(scene.bob))
      let last = try scene.app("bob")
      try await last.shows("Paid · on its way")
      try await alice.shows("Paid · your wallet sees it")
      for app in [alice, last] { #expect(try await app.end() == .code(0)) }
      #expect(try await scene.payments(scene.bob) == 1)
    }
  }

  /// Messages arrive twice and in any order. The result is the same.
  @Test func aBadRelayChangesNothing() async throws {
    try await ChatScene.with { scene in
      let relay = try await scene.relay("--shuffle", "4", "--double", "70")
      let alice = try scene.app("alice")
      try await alice.pair(with: scene.alice)
      let bob = try scene.app("bob")
      try await bob.pair(with: scene.bob)
      for number in 1...3 { try alice.type("/request bob \(number) LTC") }
      try bob.type("/wait 3\n/wait message all three")
      try alice.type("all three")
      // The numbers of the cards on Bob's screen depend on chance.
      try await bob.shows("alice: all three")
      try bob.type("/decline 1\n/decline 2\n/accept 3")
      try await scene.bob.owner("approve", scene.question(scene.bob))
      try await bob.shows("Paid · on its way")
      try await scene.alice.mock("mine", "6")
      try await alice.shows("Received · the money is in your wallet")
      try bob.type("/wait 3 settled\n/wait 1 declined\n/wait 2 declined")
      for app in [alice, bob] { #expect(try await app.end() == .code(0)) }
      #expect(try await scene.payments(scene.bob) == 1)
      try await relay.stop()
    }
  }

  /// Actions while the relay is down are sent when it is back.
  @Test func theRelayMayRestart() async throws {
    try await ChatScene.with { scene in
      var relay = try await scene.relay()
      let alice = try scene.app("alice")
      try await alice.pair(with: scene.alice)
      let bob = try scene.app("bob")
      try await bob.pair(with: scene.bob)
      try alice.type("/to bob\nhello")
      try await bob.shows("alice: hello")
      try await relay.stop()
      for app in [alice, bob] { try await app.shows("is gone; what you do with cards is sent when it is back") }
      try alice.type("/request 1 LTC")
      try await alice.shows("Pending · not sent yet")
      relay = try await scene.relay()
      for app in [alice, bob] { try await app.shows("connected again") }
      try await bob.shows("alice asks you for 1 LTC: Pending · waiting for your answer")
      try await alice.shows("Pending · waiting for bob")
      for app in [alice, bob] { #expect(try await app.end() == .code(0)) }
      #expect(bob.process.lines(.output).filter { $0 == "alice: hello" }.count == 1)
      try await relay.stop()
    }
  }
}
