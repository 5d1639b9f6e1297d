import German
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing
import Till

@testable import ChatMessaging
@testable import ChatPayments
@testable import paychat

/// What the people at a chat and at a till read in German, and what others still read in English.
@Suite struct GermanTests {
  private func inGerman<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Translation.$ofTask.withValue(German.translation) { try body() }
  }

  private func view(_ card: Card, _ me: PersonID) -> CardBubble {
    CardBubble(card, number: 1, names: CardNames(room: Cards.room(me), me: me), now: Cards.start)
  }

  @Test func aCardSaysWhoIsAskedAndHowItStands() throws {
    try inGerman {
      let prices = [("0.5", "XMR"), ("1.2", "LTC")]
      let mine = view(try Cards.card(prices: prices), Cards.alice)
      #expect(mine.title == "Sie bitten bob um" && mine.sum == "0.5 XMR oder 1.2 LTC")
      #expect(mine.state == "Ausstehend · noch nicht gesendet")
      let asked = view(try Cards.card(seenBy: Cards.bob, prices: prices), Cards.bob)
      #expect(asked.title == "alice bittet Sie um" && asked.state == "Ausstehend · wartet auf Ihre Antwort")
      #expect(asked.actions == ["/accept 1 XMR", "/accept 1 LTC", "/decline 1"])
      let offered = view(try Cards.card(.offer, seenBy: Cards.bob), Cards.bob)
      #expect(offered.title == "alice bietet Ihnen")
      let carol = PersonID("carol")
      let onlooker = view(try Cards.card(seenBy: carol), carol)
      #expect(onlooker.title == "alice bittet bob um")
    }
  }

  @Test func theWalletsWorkAndItsProblemsAreTold() throws {
    try inGerman {
      var card = try Cards.card(seenBy: Cards.bob)
      try card.accept(now: Cards.start)
      #expect(view(card, Cards.bob).state == "Angenommen · wartet auf die Adresse von alice")
      card.stop(CardProblem(reason: nil, retryAt: nil))
      #expect(
        view(card, Cards.bob).problem == "Ihre Wallet antwortet nicht; sie wird von selbst noch einmal gefragt.")
      card.stop(CardProblem(reason: .walletLocked, retryAt: nil))
      let problem = view(card, Cards.bob).problem ?? ""
      #expect(problem.hasPrefix("Ihre Wallet sagt: "), "\(problem)")
      #expect(problem.hasSuffix("Entsperren Sie sie, und geben Sie dann /retry 1 ein."), "\(problem)")
      card.hear(Cards.side(.address(currency: "XMR", address: "address")), from: Cards.alice)
      card.apply(order: try Cards.order(card, .inFlight, confirmations: 1))
      #expect(view(card, Cards.bob).state == "Gezahlt · unterwegs, 1 von 10 Bestätigungen")
    }
  }

  @Test func endsSayWhoAndWhy() throws {
    try inGerman {
      var declined = try Cards.card()
      declined.hear(Cards.side(.declined(reason: "no money")), from: Cards.bob)
      #expect(view(declined, Cards.alice).state == "Abgelehnt · von bob: no money")
      var cancelled = try Cards.card()
      try cancelled.cancel(now: Cards.start)
      #expect(view(cancelled, Cards.alice).state == "Zurückgezogen · von Ihnen")
      let names = CardNames(room: Cards.room(), me: Cards.alice)
      #expect(names.removal(by: Cards.bob, in: RoomID("room")) == "von bob entfernt")
      #expect(names.removal(by: Cards.alice, in: RoomID("room")) == "von Ihnen entfernt")
      #expect(
        names.removalSentence(by: PersonID("room"), in: RoomID("room")) == "ein Moderator hat die Nachricht entfernt")
    }
  }

  @Test(arguments: [20, 28, 40, 80]) func aBubbleFitsItsWindow(_ width: Int) throws {
    let card = try Cards.card(seenBy: Cards.bob, prices: [("0.5", "XMR"), ("1.2", "LTC")])
    for translation in [German.translation, German.translation.inASCII] {
      Translation.$ofTask.withValue(translation) {
        for row in view(card, Cards.bob).bubble.rows(width: width, style: TextStyle(isEnabled: false)) {
          #expect(DisplayWidth.columns(row) < width, "\(row)")
        }
      }
    }
  }

  @Test func messagesSayWhatBecameOfThem() {
    inGerman {
      let edited = MessageView(
        author: "bob", isMine: false, place: "boat", text: "hallo", sentAt: Cards.start, isEdited: true)
      #expect(edited.line == "bob (in boat): hallo (bearbeitet)")
      let mine = MessageView(
        author: "Sie", isMine: true, place: nil, text: "hallo", sentAt: Cards.start, isEdited: false, fate: .takenBack)
      #expect(mine.line == "Sie haben eine Nachricht zurückgenommen")
      let failed = MessageView(
        author: "Sie", isMine: true, place: nil, text: "hallo", sentAt: Cards.start, isEdited: false,
        fate: .undelivered("the other side has deleted the conversation"))
      #expect(failed.line == "Sie: hallo (nicht zugestellt: die andere Seite hat die Unterhaltung gelöscht)")
    }
  }

  @Test func aRequestSaysWhoAsks() {
    let params = SendMessage.Params(
      requestID: .random(), payment: PaymentReference(card: "c"), text: "Danke",
      files: [MessageFile(name: "a.pdf", size: 4, sha256: "h")])
    let message = OutgoingMessage(
      id: PaymentMessageID(rawValue: "msg_a"),
      source: MessageSource(app: AppKey(rawValue: "k"), appID: "org.example.wallet", name: "Wallet"),
      target: MessageTarget(room: "r", person: "bob", name: "bob", group: nil), params: params, digest: "d",
      now: Cards.start)
    inGerman {
      #expect(
        RequestView(message, number: 2).line
          == "[m2] Wallet (nennt sich org.example.wallet) möchte an bob schreiben „Danke“ mit a.pdf, 4 Bytes: "
          + "Wartet · auf Ihre Zustimmung — /allow m2  /allow m2 always  /deny m2")
    }
  }

  @Test func everyCommandIsExplainedAndItsExampleIsOne() throws {
    try inGerman {
      let help = Remark.help(ChatVerb.allCases.map { (usage: $0.usage, abstract: $0.abstract) })
      for width in [40, 80, 120] {
        for row in help.rows(width: width, style: TextStyle(isEnabled: false)) {
          #expect(DisplayWidth.columns(row) < width, "\(row)")
        }
      }
      for verb in ChatVerb.allCases {
        guard case .command = try ChatLineParser.parse(verb.example) else {
          Issue.record("\(verb.example) is no command")
          continue
        }
        #expect(verb.example.hasPrefix("/\(verb.rawValue)") && verb.usage.hasPrefix("/\(verb.rawValue)"))
      }
    }
  }

  @Test func whatANetworkSaysIsRecognised() {
    inGerman {
      #expect(NetworkWords.shown("The relay demo") == "Relay demo")
      #expect(NetworkWords.shown("SimpleX Chat reports AUTH\u{1B}") == "SimpleX Chat meldet AUTH␛")
      #expect(NetworkWords.shown("a later version says this") == "a later version says this")
      let failure = ChatFailureText.failure(for: ChatTransportError.unavailable("the relay is full"))
      #expect(failure.message == "Nichts wurde gesendet: das Relay ist voll." && failure.reason == "unavailable")
    }
  }

  @Test func aTillTalksWithItsPeople() {
    inGerman {
      #expect(TillHead.sales([], now: Cards.start, in: .utc) == "Heute, 21. Sep. 2026: noch nichts verkauft.")
      #expect(
        TillHead.shop("Café", at: "The relay demo", isSelling: false, open: 2)
          == "Café, Relay demo: geschlossen, 2 offene Käufe gehen weiter.")
      do throws(CommandFailure) {
        _ = try TillLine("anser 3 ja")
        Issue.record("It is no command.")
      } catch {
        #expect(error.message == "Es gibt keinen Befehl anser.")
        #expect(error.advice == "Meinen Sie answer? help zeigt, was Sie eingeben können.")
      }
      do throws(PriceListFailure) {
        _ = try PriceList(parsing: Array("shop: Café\n".utf8))
        Issue.record("It is no price list.")
      } catch {
        #expect(error.words == "pay_with fehlt")
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func whatOthersReadStaysEnglish() async throws {
    try await Translation.$ofTask.withValue(German.translation) {
      try await Party.withThree { alice, bob, _, chat in
        #expect(await alice.refusal("hallo") == "Wem schreiben Sie? /to WEM; /people zeigt, wer da ist.")
        try await alice.type("/request bob 0.5 XMR Pizza")
        try await bob.shows(
          "[1] alice bittet Sie um 0.5 XMR (Pizza): Ausstehend · wartet auf Ihre Antwort — /accept 1  /decline 1")
        let texts = try await chat.device(of: Cards.bob).history(of: RoomID("alice-bob")).map(\.content.text)
        #expect(texts.contains { $0.hasPrefix("Payment request: 0.5 XMR\nPizza\nValid until ") }, "\(texts)")
        #expect(await alice.refusal("/accept 1") == "Karte 1 ist Ihre eigene. /cancel 1 zieht sie zurück.")
        #expect(await bob.refusal("/accept 7") == "Es gibt keine Karte 7. /status zeigt die Karten.")
        #expect(await bob.refusal("/sned alice 1 XMR").hasPrefix("Es gibt keinen Befehl /sned. Meinen Sie /send?"))
        try await bob.type("/decline 1")
        try await alice.shows("[1] Sie bitten bob um 0.5 XMR (Pizza): Abgelehnt · von bob")
      }
    }
  }
}
