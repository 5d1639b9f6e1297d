import JSON
import TestSupport
import Testing

/// The main flows of payments in a chat, with real programs on both sides.
@Suite(.serialized) struct ChatFlowTests {
  /// A request is created, accepted, paid and received.
  @Test func aRequestIsPaid() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      try alice.type("/request bob 0.5 XMR or 1.2 LTC Pizza at Luigi's")
      try await bob.shows("alice asks you for 0.5 XMR or 1.2 LTC (Pizza at Luigi's): Pending · waiting for your answer")
      try bob.type("/accept 1 LTC")
      try await alice.shows("[1] You ask bob for 1.2 LTC (Pizza at Luigi's): Accepted · waiting for bob's money")
      try await bob.shows("has to approve: payd questions")
      try await scene.bob.owner("approve", scene.question(scene.bob))
      try await bob.shows("Paid · on its way")
      try await alice.shows("Paid · your wallet sees it")
      try await scene.alice.mock("mine", "6")
      try await alice.shows("Received · the money is in your wallet")
      try await bob.shows("Paid · confirmed")
      #expect(try await alice.end() == .code(0))
      #expect(try await bob.end() == .code(0))
      #expect(try await scene.payments(scene.bob) == 1)
      // The chat contains no identifiers of either wallet.
      for word in alice.process.lines(.output) + bob.process.lines(.output) {
        #expect(!word.contains("ord_") && !word.contains("inv_"))
      }
    }
  }

  /// An offer is created, accepted with an address, paid and received. Both sides are scripts that wait for each other.
  @Test func anOfferIsPaidByScripts() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      try alice.type("# alice pays\n/send 2 LTC to bob for the tickets\n/wait 1 settled")
      try bob.type("/wait 1\n/accept\n/wait 1 settled 50s\nthank you\n/quit")
      try await scene.alice.owner("approve", scene.question(scene.alice))
      try await alice.shows("Paid · on its way")
      try await bob.shows("Paid · your wallet sees it")
      try await scene.alice.mock("mine", "6")
      #expect(try await bob.end() == .code(0))
      try await alice.shows("bob: thank you")
      #expect(try await alice.end() == .code(0))
      #expect(try await scene.payments(scene.alice) == 1)
    }
  }

  /// A request is declined by the person with a reason, and by the wallet's owner without one.
  @Test func aRequestIsDeclined() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      try alice.type("/request bob 1 LTC\n/request bob 2 LTC")
      try await bob.shows("alice asks you for 2 LTC")
      try bob.type("/decline 1 not this month\n/accept 2")
      try await alice.shows("Declined · by bob: not this month")
      try await scene.bob.owner("deny", scene.question(scene.bob))
      try await bob.shows("alice asks you for 2 LTC: Declined · your wallet's owner said no")
      try await alice.shows("You ask bob for 2 LTC: Declined · by bob")
      try alice.type("/wait 1 settled")
      #expect(try await alice.end() == .code(65))
      #expect(alice.process.lines(.error).contains { $0.contains("Card 1 is declined.") })
      try await bob.end()
      #expect(try await scene.payments(scene.bob) == 0)
    }
  }

  /// Two people are asked for parts of a sum, and one of them pays.
  @Test func aCollectionTellsHowFarItIs() async throws {
    try await ChatScene.withBoth { scene, alice, bob in
      let carol = try ChatApp("carol", state: scene.folder.path + "/carol", runtime: scene.runtime)
      try await carol.shows("is not running")
      try alice.type("/collect 3 LTC from bob carol for the boat")
      try await carol.shows("alice asks you for 1.5 LTC (the boat): Pending")
      try await bob.shows("alice asks you for 1.5 LTC (the boat): Pending")
      try bob.type("/accept")
      try carol.type("/decline no boat")
      try await scene.bob.owner("approve", scene.question(scene.bob))
      try await alice.shows("Paid · your wallet sees it")
      try alice.type("/status")
      try await alice.shows("Collection the boat: 1 of 2 have paid.")
      for app in [alice, bob, carol] { #expect(try await app.end() == .code(0)) }
    }
  }
}
