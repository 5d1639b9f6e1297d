import PaymentsAPI
import PaymentsModel
import Testing

@testable import ChatPayments
@testable import paychat

/// What a person is shown is so, or says whose word it is.
@Suite struct CardWordsTests {
  private static let carol = PersonID("carol")
  private let yes = CardStep.accepted(currency: "XMR", address: nil)

  private func state(_ card: Card, _ me: PersonID) -> String {
    CardBubble(card, number: 1, names: CardNames(room: Cards.room(me), me: me), now: Cards.start).state
  }

  @Test func aPeersFailureIsThePeersWord() throws {
    for me in [Cards.alice, Self.carol] {
      var card = try Cards.card(seenBy: me)
      card.hear(Cards.side(yes, .failed), from: Cards.bob)
      #expect(state(card, me) == "Failed · bob says that it failed")
    }
    var own = try Cards.card(seenBy: Cards.bob)
    try own.accept(now: Cards.start)
    own.apply(order: try Cards.order(own, .failed))
    #expect(state(own, Cards.bob) == "Failed · the payment did not go through")
    var elsewhere = try Cards.card(seenBy: Cards.bob)
    elsewhere.hear(Cards.side(yes, .failed), from: Cards.bob)
    #expect(state(elsewhere, Cards.bob) == "Failed · as another device of yours says")
    var invalid = try Cards.card()
    invalid.hear(Cards.side(yes), from: Cards.bob)
    invalid.apply(invoice: try Cards.invoice(invalid, .pending))
    invalid.apply(invoice: try Cards.invoice(invalid, .invalid, version: 2))
    #expect(state(invalid, Cards.alice) == "Failed · your wallet says that what it saw does not count any more")
  }

  @Test func theWalletIsSaidToBeAskedOnlyWhereItIs() throws {
    var card = try Cards.card(seenBy: Cards.bob, prices: [("0.5", "XMR"), ("1.2", "LTC")])
    try card.accept(currency: "XMR", now: Cards.start)
    card.hear(Cards.side(.address(currency: "LTC", address: "elsewhere")), from: Cards.alice)
    #expect(state(card, Cards.bob) == "Accepted · waiting for alice's address")
    var received = card
    received.hear(Cards.side(.address(currency: "XMR", address: "here"), .received), from: Cards.alice)
    #expect(state(received, Cards.bob) == "Accepted · alice says it was received; your wallet has paid nothing")
    var second = try Cards.card(seenBy: Cards.bob)
    second.hear(Cards.side(yes), from: Cards.bob)
    second.hear(Cards.side(.address(currency: "XMR", address: "here")), from: Cards.alice)
    #expect(state(second, Cards.bob) == "Accepted · agreed to on another device of yours, which pays")
    card.hear(Cards.side(.address(currency: "XMR", address: "here")), from: Cards.alice)
    #expect(state(card, Cards.bob) == "Accepted · asking your wallet to pay")
    card.stop(CardProblem(reason: .insufficientFunds, retryAt: nil))
    #expect(state(card, Cards.bob) == "Accepted · your wallet has not begun to pay")
  }

  @Test func anOrderThatEndedIsSaid() throws {
    var card = try Cards.card(seenBy: Cards.bob)
    try card.accept(now: Cards.start)
    card.apply(order: try Cards.order(card, .cancelled))
    #expect(state(card, Cards.bob) == "Accepted · the payment was cancelled in your wallet, and is not made")
    #expect(card.commands(now: Cards.start) == [.decline])
    // Only a no of this wallet's owner is one.
    card.hear(Cards.side(.cancelled(reason: "twice")), from: Cards.alice)
    #expect(state(card, Cards.bob) == "Cancelled · by alice: twice")
  }

  @Test func whoReadsAlongIsToldWhoSaysIt() throws {
    var card = try Cards.card(seenBy: Self.carol)
    card.hear(Cards.side(yes), from: Cards.bob)
    #expect(state(card, Self.carol) == "Accepted · by bob")
    card.hear(Cards.side(yes, .paid), from: Cards.bob)
    #expect(state(card, Self.carol) == "Paid · as bob says")
    card.hear(Cards.side(.received), from: Cards.alice)
    #expect(state(card, Self.carol) == "Paid · as alice says")
  }
}
