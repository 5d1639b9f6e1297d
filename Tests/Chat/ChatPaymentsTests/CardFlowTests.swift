import JSON
import PaymentsAPI
import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatPayments

struct CardFlowTests {
  let table = ChatTable()
  var alice: Party { table.alice }
  var bob: Party { table.bob }

  @Test func aRequestIsAcceptedPaidAndSettled() throws {
    let key = alice.propose(CardDraft(.request, [price("0.5")], note: "Pizza"))
    table.settle(key)
    #expect(table.states(key) == [.created, .created])
    #expect(bob.book[key]?.commands(now: table.clock.now()) == [.accept, .decline])
    #expect(alice.book[key]?.commands(now: table.clock.now()) == [.cancel])
    // The address is not revealed before the card is accepted.
    #expect(table.money.contents.withLock { $0.invoices.isEmpty })
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    #expect(table.states(key) == [.accepted, .accepted])
    #expect(table.payments == 0)
    table.money.advance()
    alice.look(key)
    bob.look(key)
    #expect(table.states(key) == [.paid, .paid])
    #expect(bob.book[key]?.commands(now: table.clock.now()) == [])
    table.pay(key)
    #expect(table.states(key) == [.settled, .settled])
    #expect(table.payments == 1)
    // Each side has one message, which was edited.
    #expect(alice.sent.count == 1 && bob.sent.count == 1)
    #expect(bob.sent.values.first?.content.text == "Paid 0.5 XMR (Pizza).")
    #expect(alice.sent.values.first?.content.text == "Payment request: 0.5 XMR\nPizza\nReceived, thank you.")
  }

  @Test func anOfferIsAcceptedPaidAndSettled() throws {
    let key = alice.propose(CardDraft(.offer, [price("0.5"), price("2", "LTC")]))
    table.settle(key)
    #expect(throws: CardCommandError.currency) { try bob.book[key]?.accept(now: table.clock.now()) }
    try bob.book[key]?.accept(currency: "LTC", now: table.clock.now())
    #expect(bob.state(key) == .created)
    table.settle(key)
    #expect(table.states(key) == [.accepted, .accepted])
    #expect(
      bob.sent.values.first?.content.text.hasPrefix("Accepted. Please pay 2 LTC to toy:addr-bob-0\nValid until ")
        == true)
    table.pay(key)
    #expect(table.states(key) == [.settled, .settled])
    #expect(table.payments == 1)
    #expect(alice.book[key]?.order?.currency == "LTC")
  }

  /// The way is chosen with the yes, and again only after a refusal: a request that may be recorded has one content.
  @Test(arguments: [CardKind.request, .offer]) func aCardIsPaidByLightningIfThePayerWants(_ kind: CardKind) throws {
    for byLightning in [true, false] {
      let table = ChatTable()
      table.money.contents.withLock { $0.hasLightning = true }
      let (payee, payer) = kind == .request ? (table.alice, table.bob) : (table.bob, table.alice)
      let key = table.alice.propose(CardDraft(kind, [price("0.5")], byLightning: byLightning))
      table.settle(key)
      table.money.contents.withLock { $0.refusal = .insufficientFunds }
      try table.bob.book[key]?.accept(byLightning: kind == .request && byLightning, now: table.clock.now())
      table.settle(key)
      table.money.contents.withLock { $0.refusal = nil }
      try payee.book[key]?.retry()
      table.settle(key)
      let invoice = try #require(payee.book[key]?.invoice)
      #expect(payer.book[key]?.order?.address == (byLightning ? invoice.lightning : invoice.address))
      table.pay(key)
      #expect(table.states(key) == [.settled, .settled])
      #expect(table.payments == 1)
    }
  }

  @Test func theOtherWayIsTakenAfterARefusalAlone() throws {
    table.money.contents.withLock { $0.hasLightning = true }
    let key = alice.propose(CardDraft(.request, [price("0.5")]))
    table.settle(key)
    try bob.book[key]?.accept(byLightning: true, now: table.clock.now())
    for message in bob.actAll(key) { alice.hear(message) }
    for message in alice.actAll(key) { bob.hear(message) }
    table.money.contents.withLock { $0.refusal = .invalidAddress }
    bob.actAll(key)
    #expect(bob.book[key]?.problem?.reason == .invalidAddress && bob.book[key]?.order == nil)
    table.money.contents.withLock { $0.refusal = nil }
    // There may be an order by Lightning until the provider has said that there is none.
    try bob.book[key]?.accept(now: table.clock.now())
    #expect(bob.book[key]?.wantsLightning == true)
    bob.book[key]?.applyNoOrder()
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    #expect(bob.book[key]?.order?.address == alice.book[key]?.invoice?.address)
    // Nothing changes it any more.
    try bob.book[key]?.accept(byLightning: true, now: table.clock.now())
    table.pay(key)
    #expect(table.states(key) == [.settled, .settled])
    #expect(table.payments == 1)
  }

  @Test func aWalletWithoutAddressesTellsItsInvoiceOnce() throws {
    table.money.contents.withLock { $0.hasLightning = true }
    let key = alice.propose(CardDraft(.request, [price("0.5")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    for message in bob.actAll(key) { alice.hear(message) }
    var invoice = try table.money.invoice(
      "alice",
      InvoiceRequest.Params(
        requestID: try key.requestID(.invoice), currency: "XMR", amount: decimal("0.5"),
        expiresAt: alice.book[key]?.terms.expiresAt))
    invoice.address = invoice.lightning ?? ""
    alice.book[key]?.apply(invoice: invoice)
    #expect(alice.book[key]?.authorSide.steps == [.address(currency: "XMR", address: invoice.address)])
  }

  @Test func aDeclinedCardTellsWhy() throws {
    let key = alice.propose(CardDraft(.request, [price("1")], note: "Rent"))
    table.settle(key)
    try bob.book[key]?.decline(reason: "Not mine", now: table.clock.now())
    table.settle(key)
    #expect(table.states(key) == [.declined, .declined])
    #expect(alice.book[key]?.reason == "Not mine")
    #expect(bob.sent.values.first?.content.text == "Declined: 1 XMR (Rent). Not mine")
    #expect(throws: CardCommandError.tooLate(.declined)) { try bob.book[key]?.accept(now: table.clock.now()) }
    #expect(throws: CardCommandError.tooLate(.declined)) { try alice.book[key]?.cancel(now: table.clock.now()) }
  }

  @Test func theAuthorCancelsWhilePending() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    #expect(throws: CardCommandError.notYours) { try bob.book[key]?.cancel(now: table.clock.now()) }
    #expect(throws: CardCommandError.notYours) { try alice.book[key]?.decline(now: table.clock.now()) }
    #expect(throws: CardCommandError.notYours) { try alice.book[key]?.accept(now: table.clock.now()) }
    try alice.book[key]?.cancel(now: table.clock.now())
    table.settle(key)
    #expect(table.states(key) == [.cancelled, .cancelled])
    #expect(bob.book[key]?.commands(now: table.clock.now()) == [])
  }

  @Test func acceptedAndCancelledAtOncePaysNothing() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    try alice.book[key]?.cancel(now: table.clock.now())
    table.settle(key)
    table.pay(key)
    #expect(table.states(key) == [.cancelled, .cancelled])
    #expect(table.payments == 0)
  }

  @Test func whatIsCancelledWhileTheOwnerIsAskedIsWithdrawn() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    #expect(bob.book[key]?.order?.state == .awaitingApproval)
    try alice.book[key]?.cancel(now: table.clock.now())
    table.settle(key)
    #expect(bob.book[key]?.order?.state == .cancelled)
    #expect(alice.book[key]?.invoice?.state == .cancelled)
    table.pay(key)
    #expect(table.payments == 0)
    #expect(table.states(key) == [.cancelled, .cancelled])
  }

  @Test func thePayerThinksAgain() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    try bob.book[key]?.decline(reason: "Sorry", now: table.clock.now())
    #expect(bob.state(key) == .accepted)
    table.settle(key)
    #expect(table.states(key) == [.declined, .declined])
    #expect(alice.book[key]?.reason == "Sorry")
    table.pay(key)
    #expect(table.payments == 0)
  }

  @Test func aPaymentUnderWayIsNotTakenBack() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    table.money.advance()
    // Bob has not heard of the payment yet and declines, but his wallet knows of it.
    try bob.book[key]?.decline(now: table.clock.now())
    bob.actAll(key)
    #expect(bob.state(key) == .paid)
    table.pay(key)
    #expect(table.states(key) == [.settled, .settled])
  }

  @Test func theOwnersNoIsANoWithoutAReason() throws {
    let key = alice.propose(CardDraft(.request, [price("1")]))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    table.pay(key, approving: false)
    #expect(table.states(key) == [.declined, .declined])
    #expect(alice.book[key]?.reason == nil)
  }

  @Test func timeEndsIt() throws {
    let key = alice.propose(CardDraft(.request, [price("1")], lifetime: .seconds(60)))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    table.clock.advance(by: .seconds(60))
    #expect(table.states(key) == [.expired, .expired])
    #expect(bob.book[key]?.commands(now: table.clock.now()) == [])
    table.settle(key)
    table.pay(key)
    #expect(table.payments == 0)
  }

  @Test func lateMoneyIsShown() throws {
    let key = alice.propose(CardDraft(.request, [price("1")], lifetime: .seconds(60)))
    table.settle(key)
    try bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    // Another wallet pays to the address in the text after the deadline.
    table.money.contents.withLock { contents in
      for (id, var invoice) in contents.invoices {
        invoice.state = .expired
        invoice.payment = .late
        invoice.paidAmount = decimal("1")
        invoice.confirmedAmount = decimal("1")
        invoice.version += 1
        contents.invoices[id] = invoice
      }
    }
    table.clock.advance(by: .seconds(90))
    #expect(alice.state(key) == .expired)
    alice.look(key)
    #expect(alice.state(key) == .settled)
  }
}
