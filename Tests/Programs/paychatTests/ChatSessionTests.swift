import ChatPayments
import PaymentsAPI
import PaymentsModel
import TerminalUI
import TestSupport
import Testing

@testable import paychat

/// Three people who type, over a chat in memory and without wallets.
@Suite(.timeLimit(.minutes(10))) struct ChatSessionTests {
  @Test func whatIsTypedIsRead() async throws {
    try await Party.withThree { alice, bob, carol, _ in
      try await alice.type("/to bob")
      #expect(await alice.session.prompt == "alice → bob> ")
      try await alice.type("hello \u{1B}[2J there")
      #expect(try await bob.shows("hello") == "alice: hello ␛[2J there")
      try await alice.shows("you: hello")
      #expect(!carol.lines.contains { $0.contains("hello") })
      try await bob.type("/to boat")
      try await bob.type("all aboard")
      #expect(try await carol.shows("aboard") == "bob (in boat): all aboard")
    }
  }

  /// As long as nobody else is known to be in a group, it looks like a conversation of two.
  @Test func aGroupOfTwoGoesByItsNameToo() async throws {
    try await Party.withThree { alice, bob, _, chat in
      await chat.open(RoomID("trip"), name: "Trip", members: [PersonID("alice"), PersonID("bob")])
      try await alice.type("/to trip")
      try await alice.type("who else comes?")
      try await bob.shows("who else comes?")
      let history = try await chat.device(of: PersonID("bob")).history(of: RoomID("trip"))
      #expect(history.map(\.content.text) == ["who else comes?"])
      #expect(await alice.refusal("/to nowhere").hasPrefix("There is nobody called nowhere here."))
    }
  }

  @Test func aRequestIsDeclinedAndAnOfferCancelled() async throws {
    try await Party.withThree { alice, bob, _, _ in
      try await alice.type("/request bob 0.5 XMR or 1.2 LTC Pizza at Luigi's")
      let asked = try await bob.shows("waiting for your answer")
      #expect(asked.hasPrefix("[1] alice asks you for 0.5 XMR or 1.2 LTC (Pizza at Luigi's): Pending"))
      #expect(asked.hasSuffix("/accept 1 XMR  /accept 1 LTC  /decline 1"))
      #expect(await bob.refusal("/accept") == "In which currency? /accept 1 XMR (0.5) or /accept 1 LTC (1.2)")
      #expect(await bob.refusal("/accept 1 BTC").hasPrefix("In which currency?"))
      #expect(await bob.refusal("/cancel 1") == "Only alice can cancel card 1. /decline 1 says no.")
      #expect(await alice.refusal("/accept 1 XMR") == "Card 1 is your own. /cancel 1 takes it back.")
      try await bob.type("/decline too much")
      try await alice.shows("[1] You ask bob for 0.5 XMR or 1.2 LTC (Pizza at Luigi's): Declined · by bob: too much")
      #expect(await bob.refusal("/accept 1 XMR") == "Card 1 is past that: Declined · by you: too much.")
      #expect(await bob.refusal("/accept") == "There is nothing to accept. /status lists the cards.")
      try await bob.type("/send 2 LTC to alice")
      try await alice.shows("[2] bob offers you 2 LTC: Pending · waiting for your answer")
      try await bob.type("/cancel")
      try await alice.shows("[2] bob offers you 2 LTC: Cancelled · by bob")
    }
  }

  @Test func theWalletIsOpenedOnlyWhereSomethingOpensIt() async throws {
    try await Party.withThree { alice, bob, _, _ in
      #expect(await alice.refusal("/wallet").contains("payctl links install"))
      #expect(await alice.refusal("/wallet 7") == "There is no card 7. /status lists the cards.")
      try await alice.type("/request bob 0.5 XMR")
      try await bob.shows("waiting for your answer")
      #expect(await bob.refusal("/wallet 1").hasPrefix("Your wallet has no payment for card 1 yet."))
      #expect(await bob.refusal("/wallet now").contains("/wallet [N]"))
    }
  }

  /// A line that was typed while another was carried out says nothing of what came to the screen meanwhile.
  @Test func aYesThatWasTypedBeforeItsCardWasShownIsNone() async throws {
    try await Party.withThree { alice, bob, _, _ in
      let typed = ContinuousClock.now
      try await alice.type("/request bob 0.5 XMR")
      try await bob.shows("waiting for your answer")
      for line in ["/accept", "/accept 1"] {
        let failure = await #expect(throws: CommandFailure.self) {
          _ = try await bob.session.perform(line, typedAt: typed)
        }
        #expect(failure?.reason == "typed_before" && failure?.advice == "/accept 1 (0.5 XMR)")
      }
      _ = try await bob.session.perform("/accept 1", typedAt: .now)
      try await bob.shows("Accepted · waiting for alice's address")
    }
  }

  /// No wallet: the yes is given and waits, and its owner is told why.
  @Test func aYesWithoutAWalletWaits() async throws {
    try await Party.withThree { alice, bob, _, _ in
      try await alice.type("/request bob 0.5 XMR")
      try await bob.shows("waiting for your answer")
      try await bob.type("/accept")
      try await bob.shows("Accepted · waiting for alice's address")
      try await alice.shows("Accepted · your wallet has made no address — Your wallet does not answer")
      // It is further than that.
      try await bob.type("/wait 1 pending")
      await alice.session.hearWallet(.failed(ChatFailureText.failure(for: ChatTransportError.disconnected)))
      try await alice.shows("You can chat meanwhile; payments wait.")
    }
  }

  @Test func severalCardsAreToldApart() async throws {
    try await Party.withThree { alice, bob, _, _ in
      try await alice.type("/request bob 1 XMR")
      try await alice.type("/request bob 2 XMR")
      try await bob.shows("[2] alice asks you for 2 XMR")
      #expect(await bob.refusal("/accept") == "Which one? /accept 1 (1 XMR), /accept 2 (2 XMR)")
      #expect(await bob.refusal("/accept 3") == "There is no card 3. /status lists the cards.")
      try await bob.type("/decline 2")
      try await alice.shows("[2] You ask bob for 2 XMR: Declined · by bob")
      try await bob.type("/status")
      try await bob.shows("2\talice asks you for 2 XMR\tDeclined · by you")
      try await bob.type("/status 1")
      try await bob.shows("Next\t/accept 1  /decline 1")
      try await bob.type("/show")
      try await bob.shows("│ 1 XMR  ")
      #expect(!bob.lines.contains { $0.contains("│ 2 XMR") })
      try await bob.type("/show 2")
      try await bob.shows("│ 2 XMR  ")
      #expect(await bob.refusal("/show 9") == "There is no card 9. /status lists the cards.")
    }
  }

  @Test func inAGroupACardIsForOne() async throws {
    try await Party.withThree { alice, bob, carol, _ in
      try await alice.type("/to boat")
      #expect(await alice.refusal("/request 1 XMR") == "Whom of boat?")
      try await alice.type("/request bob 1 XMR")
      try await bob.shows("[1] in boat: alice asks you for 1 XMR: Pending · waiting for your answer")
      try await carol.shows("[1] in boat: alice asks bob for 1 XMR: Pending · waiting for bob")
      #expect(await carol.refusal("/accept 1") == "Card 1 is between alice and bob.")
    }
  }

  @Test func whoIsNotThereIsSaid() async throws {
    try await Party.withThree { alice, _, _, _ in
      #expect(await alice.refusal("hello") == "Whom do you write to? /to WHO; /people shows who is there.")
      #expect(await alice.refusal("/send bub 1 XMR") == "There is nobody called bub here. Is it bob?")
      #expect(await alice.refusal("/send alice 1 XMR") == "That is you. /people shows the others.")
      try await alice.type("/people")
      try await alice.shows("group of bob, carol")
      try await alice.type("/group crew bob carol")
      #expect(await alice.session.prompt == "alice → crew> ")
    }
  }

  @Test func aForgottenSlashIsSaid() async throws {
    try await Party.withThree { alice, _, _, _ in
      try await alice.type("/to bob")
      try await alice.type("send bob 1 XMR")
      try await alice.shows("The command is /send bob 1 XMR")
      try await alice.type("accept that as you like")
      try await alice.type("to be or not to be")
      let hints = alice.lines.filter { $0.contains("The command is") }
      #expect(hints.count == 1, "\(hints)")
    }
  }

  @Test func aWaitEndsWhenItIsSoOrNeverWillBe() async throws {
    try await Party.withThree { alice, bob, _, _ in
      async let card: Void = bob.type("/wait 1 20s")
      async let said: Void = bob.type("/wait message sorry 20s")
      try await alice.type("/request bob 1 XMR")
      try await card
      #expect(await bob.refusal("/wait 1 accepted 1s").hasPrefix("Card 1 is created still after 1 s."))
      async let declined: Void = alice.type("/wait 1 declined 20s")
      try await bob.type("/decline")
      try await declined
      #expect(await alice.refusal("/wait 1 settled") == "Card 1 is declined.")
      #expect(await alice.refusal("/wait 2 settled 1s").hasPrefix("There is still no card 2 after 1 s."))
      try await alice.type("/to bob")
      try await alice.type("sorry 20s")
      try await said
    }
  }

  @Test func afterAPauseNothingIsMissing() async throws {
    try await Party.withThree { alice, bob, _, chat in
      try await alice.type("/to bob")
      await chat.cut(PersonID("bob"), off: true)
      try await bob.shows("The chat is gone")
      #expect(await bob.refusal("anyone?").contains("not connected"))
      try await alice.type("still there?")
      try await alice.type("/request bob 3 XMR")
      try await alice.shows("[1] You ask bob for 3 XMR: Pending · waiting for bob")
      await chat.cut(PersonID("bob"), off: false)
      try await bob.shows("connected again")
      try await bob.shows("alice: still there?")
      try await bob.shows("[1] alice asks you for 3 XMR")
      #expect(bob.lines.filter { $0.contains("still there?") }.count == 1)
    }
  }

  @Test func aCardOfALaterVersionIsItsText() async throws {
    try await Party.withThree { alice, bob, _, chat in
      let link =
        "payport:card?data=eyJ2Ijo5OSwiY2FyZCI6IjVkMGYwYzVlLTNmMGEtNGUwYy05ZDQzLTBiOWIwYTFkN2ExMSIsInN0ZXBzIjpbXX0"
      _ = try await chat.device(of: PersonID("alice")).send(
        ChatContent(text: "Payment request: 5 moons", link: link), to: RoomID("alice-bob"))
      try await bob.shows("alice: Payment request: 5 moons")
      try await bob.shows("a newer paychat")
      #expect(await bob.agent.cards.isEmpty)
      try await alice.shows("you: Payment request")
    }
  }
}
