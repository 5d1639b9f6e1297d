import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import ChatPayments
@testable import paychat

/// What a card says to each side, at each stage.
@Suite struct CardViewTests {
  private func view(_ card: Card, _ me: PersonID, after wait: Duration = .zero) -> CardBubble {
    CardBubble(
      card, number: 1, names: CardNames(room: Cards.room(me), me: me), now: Cards.start.advanced(by: wait))
  }

  @Test func aProposalSaysWhoIsAskedAndWhatCanBeTyped() throws {
    var mine = try Cards.card(prices: [("0.5", "XMR"), ("1.2", "LTC")])
    #expect(view(mine, Cards.alice).state == "Pending · not sent yet")
    mine.sent(as: MessageID("1"), saying: CardSide(), text: "")
    let asking = view(mine, Cards.alice)
    #expect(asking.title == "You ask bob for" && asking.sum == "0.5 XMR or 1.2 LTC" && asking.note == "Pizza")
    #expect(asking.state == "Pending · waiting for bob" && asking.actions == ["/cancel 1"] && asking.isMine)
    let asked = view(
      try Cards.card(seenBy: Cards.bob, prices: [("0.5", "XMR"), ("1.2", "LTC")]), Cards.bob)
    #expect(asked.title == "alice asks you for" && asked.state == "Pending · waiting for your answer")
    #expect(asked.actions == ["/accept 1 XMR", "/accept 1 LTC", "/decline 1"] && !asked.isMine)
    let offered = view(try Cards.card(.offer, seenBy: Cards.bob), Cards.bob)
    #expect(offered.title == "alice offers you" && offered.actions == ["/accept 1", "/decline 1"])
    let onlooker = view(try Cards.card(seenBy: PersonID("carol")), PersonID("carol"))
    #expect(onlooker.title == "alice asks bob for" && onlooker.actions.isEmpty)
  }

  @Test func whatIsTooLongForTheChatEndsInWords() throws {
    var card = try Cards.card()
    card.holdBack(.tooLong(limit: 15_000), now: Cards.start)
    let mine = view(card, Cards.alice)
    #expect(mine.state == "Pending · too long for this chat, and not sent" && mine.actions == ["/cancel 1"])
    #expect(
      mine.problem == "bob was not asked: the message is longer than the chat carries (15000 bytes), and is not tried "
        + "again. /cancel 1, and make a card with a shorter note or fewer prices.")
  }

  @Test func thePayerSeesTheOrder() throws {
    var card = try Cards.card(seenBy: Cards.bob)
    try card.accept(now: Cards.start)
    #expect(view(card, Cards.bob).state == "Accepted · waiting for alice's address")
    card.hear(Cards.side(.address(currency: "XMR", address: "address")), from: Cards.alice)
    #expect(view(card, Cards.bob).state == "Accepted · asking your wallet to pay")
    card.apply(order: try Cards.order(card, .awaitingApproval))
    #expect(view(card, Cards.bob).state.hasSuffix("has to approve: payd questions"))
    card.apply(order: try Cards.order(card, .awaitingApproval, version: 2, waitingFor: "lower_fee"))
    #expect(view(card, Cards.bob).state.hasSuffix("your wallet waits for lower fees"))
    card.apply(order: try Cards.order(card, .inFlight, version: 3, confirmations: 1))
    let first = view(card, Cards.bob)
    #expect(first.state == "Paid · on its way, 1 of 10 confirmations" && first.actions.isEmpty)
    card.apply(order: try Cards.order(card, .inFlight, version: 4, confirmations: 2))
    let second = view(card, Cards.bob)
    #expect(second.state != first.state && second.milestone == first.milestone)
    card.apply(order: try Cards.order(card, .succeeded, version: 5))
    #expect(view(card, Cards.bob).state == "Paid · confirmed" && view(card, Cards.bob).milestone != first.milestone)
    #expect(view(card, Cards.bob).track == "●●●●")
  }

  @Test func thePayeeBelievesTheInvoiceAlone() throws {
    var card = try Cards.card()
    card.hear(Cards.side(.accepted(currency: "XMR", address: nil)), from: Cards.bob)
    #expect(view(card, Cards.alice).state == "Accepted · your wallet is making an address")
    card.apply(invoice: try Cards.invoice(card, .pending))
    #expect(view(card, Cards.alice).state == "Accepted · waiting for bob's money")
    card.hear(Cards.side(.paid), from: Cards.bob)
    let claimed = view(card, Cards.alice)
    #expect(claimed.state == "Accepted · bob says it is paid; your wallet has not seen it yet")
    #expect(claimed.track == "●●○○")
    card.apply(invoice: try Cards.invoice(card, .pending, paid: "0.2", version: 2))
    #expect(view(card, Cards.alice).state == "Accepted · 0.2 of 0.5 XMR has come so far")
    card.apply(invoice: try Cards.invoice(card, .processing, paid: "0.5", version: 3))
    #expect(view(card, Cards.alice).state == "Paid · your wallet sees it, 0 of 10 confirmations")
    card.apply(invoice: try Cards.invoice(card, .settled, paid: "0.5", version: 4))
    #expect(view(card, Cards.alice).state == "Received · the money is in your wallet")
  }

  @Test func endsSayWhoAndWhy() throws {
    var declined = try Cards.card()
    declined.hear(Cards.side(.declined(reason: "no\u{1B}[31m money")), from: Cards.bob)
    #expect(view(declined, Cards.alice).state == "Declined · by bob: no␛[31m money")
    #expect(view(declined, Cards.alice).track == "✗")
    var cancelled = try Cards.card()
    try cancelled.cancel(now: Cards.start)
    #expect(view(cancelled, Cards.alice).state == "Cancelled · by you")
    let expired = try Cards.card()
    #expect(view(expired, Cards.alice, after: .seconds(8 * 86_400)).state == "Expired · nobody has paid in time")
    var rejected = try Cards.card(seenBy: Cards.bob)
    try rejected.accept(now: Cards.start)
    rejected.apply(order: try Cards.order(rejected, .rejected))
    #expect(view(rejected, Cards.bob).state == "Declined · your wallet's owner said no")
  }

  @Test func aProblemSaysWhatToDo() throws {
    var card = try Cards.card(seenBy: Cards.bob)
    try card.accept(now: Cards.start)
    card.stop(CardProblem(reason: .insufficientFunds, retryAt: nil))
    let view = view(card, Cards.bob)
    #expect(view.problem?.contains("not enough") == true && view.problem?.contains("/retry 1") == true)
    #expect(view.actions.contains("/retry 1"))
    #expect(view.line.contains("/retry 1"))
    card.stop(CardProblem(reason: nil, retryAt: nil))
    #expect(self.view(card, Cards.bob).problem?.contains("does not answer") == true)
  }

  @Test func namesThatAnybodyMayChooseAreShownWithTheOwnOnes() throws {
    let members = [
      ChatRoom.Member(id: Cards.alice, name: "alice"), ChatRoom.Member(id: PersonID("mallory"), name: "bob\u{202E}"),
    ]
    let room = ChatRoom(id: RoomID("room"), name: "", me: Cards.alice, members: members)
    let names = CardNames(room: room, me: Cards.alice)
    #expect(names.name(PersonID("mallory")) == "bob� (mallory)")
    #expect(names.name(Cards.alice) == "you")
  }

  @Test(arguments: [12, 20, 28, 40, 80, 120]) func aBubbleFitsItsWindow(_ width: Int) throws {
    let note = "Ein 船 for the children 🚤🚤🚤 and a wordthatislongerthananywindowwouldeverbeandgoesonandonandon"
    for me in [Cards.alice, Cards.bob] {
      let card = try Cards.card(seenBy: me, prices: [("0.5", "XMR"), ("1.2", "LTC"), ("0.01", "BTC")], note: note)
      let rows = view(card, me).bubble.rows(width: width, style: TextStyle(isEnabled: false))
      for row in rows { #expect(DisplayWidth.columns(row) < width, "\(row)") }
      let text = rows.joined().filter { !" │".contains($0) }
      for word in me == Cards.bob ? ["/accept1XMR", "/decline1", "○○○"] : ["/cancel1", "Pending"] {
        #expect(text.contains(word), "\(rows)")
      }
      // The frame is closed, and on the right for what is one's own.
      guard width >= 30 else { continue }
      #expect(Set(rows.map(DisplayWidth.columns)).count == 1)
      #expect((rows.first?.first == " ") == (me == Cards.alice))
    }
  }

  @Test func coloursChangeNoWord() throws {
    let bubble = view(try Cards.card(seenBy: Cards.bob), Cards.bob).bubble
    let plain = bubble.rows(width: 60, style: TextStyle(isEnabled: false))
    let coloured = bubble.rows(width: 60, style: TextStyle(isEnabled: true))
    #expect(!plain.joined().contains("\u{1B}") && coloured.joined().contains("\u{1B}[33;1m"))
    let stripped = coloured.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    #expect(stripped == plain)
  }
}
