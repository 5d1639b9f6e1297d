import PaymentsCore
import PaymentsModel
import Testing

/// Tests orders that may be paid already.
@Suite struct PaymentOrderReviewTests {
  /// Returns an approved order whose transaction is being built.
  private func approved(expiresAt: Timestamp? = nil) -> OrderMachine {
    var order = order(expiresAt: expiresAt)
    _ = order.handle(.created, .quoted(fee: units(3)), yes(), from: 0)
    return order
  }

  @Test func anApprovedOneIsHeldAndNeverPaidByItself() {
    var order = approved(expiresAt: second(60))
    #expect(order.handle(.held) == [.report])
    #expect(order.state == .approved && order.progress.waitingFor == .review)
    #expect(!order.wants(.prepare(feeCap: units(5), after: .zero)))
    #expect(order.handle(.recovered, from: 10) == [])
    #expect(order.handle(.unlocked, from: 11) == [])
    #expect(order.handle(.prepareFailed(.temporary), from: 12) == [])
    // An expired or cancelled order would count as not paid.
    #expect(order.handle(.tick, from: 100) == [] && order.nextDeadline == nil)
    #expect(order.handle(.cancelRequested, from: 101) == [.answerCancel(.tooLate)])
    #expect(order.handle(.held, from: 102) == [])
  }

  @Test func whatWasBeingBuiltIsGivenBack() {
    var order = approved()
    _ = order.handle(.held)
    #expect(order.handle(.prepared(signedTransaction())) == [.releaseInputs(signedTransaction())])
    #expect(order.state == .approved && order.progress.signedTransaction == nil)
  }

  @Test func theOwnerLetsItGoOn() {
    var order = approved(expiresAt: second(60))
    _ = order.handle(.held)
    #expect(order.handle(.released, from: 10) == [.report, .prepare(feeCap: units(5), after: .zero)])
    #expect(order.progress.waitingFor == nil)
    #expect(order.handle(.prepared(signedTransaction()), from: 11) == [.report, .broadcast(signedTransaction())])
  }

  @Test func itsTimeIsOverWhenTheOwnerLetsItGoOn() {
    var order = approved(expiresAt: second(60))
    _ = order.handle(.held)
    #expect(order.handle(.released, from: 61) == [.report])
    #expect(order.state == .expired)
  }

  @Test func theOwnerEndsIt() {
    var order = approved()
    _ = order.handle(.held)
    #expect(order.handle(.denied) == [.report])
    #expect(order.state == .rejected)
    #expect(order.handle(.released) == [] && order.handle(.adopted(signedTransaction())) == [])
  }

  @Test func itTakesOverWhatPaidIt() {
    var order = approved(expiresAt: second(60))
    _ = order.handle(.held)
    let found = signedTransaction("found")
    #expect(order.handle(.adopted(found), from: 100) == [.report, .lookup(found, after: .zero)])
    #expect(order.state == .inFlight && order.transactionID == "found" && !order.isTransactionStored)
    #expect(order.handle(.lookedUp(.confirmed(2)), from: 102) == [.report])
    #expect(order.state == .succeeded && order.total == units(103))
  }

  /// If the process ends between storing and looking up, the look-up is done after the next start.
  @Test func itIsFollowedAfterARestart() {
    var order = approved()
    _ = order.handle(.held, .adopted(signedTransaction("found")))
    var again = OrderMachine(terms: order.terms, progress: order.progress)
    #expect(
      again.handle(.recovered, from: 10) == [
        .lockInputs(signedTransaction("found")), .lookup(signedTransaction("found"), after: .zero),
      ])
  }

  @Test func aQuestionIsTakenBackAndPutAgain() {
    var order = order()
    _ = order.handle(.created, .quoted(fee: units(3)))
    #expect(order.handle(.held, from: 5) == [.report, .withdrawQuestion])
    #expect(order.handle(yes(), from: 6) == [.refuseApproval(.notAsked)])
    #expect(order.handle(.quoted(fee: units(4)), from: 7) == [])
    #expect(order.handle(.released, from: 8) == [.report, .requestQuote(after: .zero)])
    #expect(order.handle(.quoted(fee: units(4)), from: 9) == [.report, .askOwner])
  }

  @Test func whatHasATransactionIsNotHeld() {
    var order = OrderMachine.submitted()
    #expect(order.handle(.held, from: 20) == [])
    #expect(order.handle(.adopted(signedTransaction("other")), from: 21) == [])
    #expect(order.handle(.released, from: 22) == [])
    #expect(order.transactionID == "tx")
  }
}
