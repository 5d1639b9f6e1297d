import PaymentsCore
import PaymentsModel
import Testing

@Suite struct PaymentOrderTests {
  @Test func `quoted, approved, recorded, handed over, confirmed`() {
    var order = order()
    #expect(order.handle(.created) == [.requestQuote(after: .zero)])
    #expect(order.handle(.quoted(fee: units(3))) == [.report, .askOwner])
    #expect((order.state, order.fee, order.total) == (.awaitingApproval, units(3), units(103)))
    #expect(order.countedTotal == nil)
    #expect(order.handle(yes()) == [.report, .withdrawQuestion, .prepare(feeCap: units(5), after: .zero)])
    #expect((order.state, order.countedTotal) == (.approved, units(105)))
    #expect(order.handle(.prepared(signedTransaction())) == [.report, .broadcast(signedTransaction())])
    let mayLeave = order.mayHandOver(at: second(2))
    #expect(mayLeave)
    #expect((order.state, order.countedTotal, order.transactionID) == (.submitting, units(103), "tx"))
    #expect(order.handle(.commitAccepted) == [.report, .follow(signedTransaction())])
    #expect(order.state == .inFlight)
    #expect(order.handle(.lookedUp(.confirmed(1))) == [.report, .follow(signedTransaction())])
    #expect(order.handle(.lookedUp(.confirmed(1))) == [.follow(signedTransaction())], "no news")
    #expect(order.handle(.lookedUp(.confirmed(2))) == [.report])
    #expect((order.state, order.progress.confirmations, order.countedTotal) == (.succeeded, 2, units(103)))
    #expect(order.version == 7)
  }

  @Test func `without confirmations wanted it succeeds when the network has it`() {
    var order = OrderMachine.submitted(confirmationsWanted: 0)
    #expect(order.handle(.commitAccepted) == [.report])
    #expect(order.state == .succeeded)
  }

  @Test func `the owner says no`() {
    var order = order()
    #expect(order.handle(.quoted(fee: units(3)), .denied) == [.report, .withdrawQuestion])
    #expect(order.state == .rejected)
  }

  @Test func `a fee above the app's limit fails it before anybody is asked`() {
    var order = order(maxFee: units(2))
    #expect(order.handle(.quoted(fee: units(3))) == [.report])
    #expect((order.state, order.progress.failure) == (.failed, .feeAboveMaximum))
  }

  @Test func `an approval never exceeds the app's limit, and holds only for what was asked`() {
    var order = order(maxFee: units(4))
    _ = order.handle(.quoted(fee: units(3)))
    #expect(order.handle(yes(for: "another digest")) == [.refuseApproval(.otherParams)])
    #expect(order.handle(yes(until: second(0))) == [.refuseApproval(.lapsed)], "lapsed when it was given")
    #expect(order.handle(yes(feeCap: 9)) == [.report, .withdrawQuestion, .prepare(feeCap: units(4), after: .zero)])
  }

  @Test func `a fee that rose above the approval is asked about again`() {
    var order = order()
    _ = order.handle(.quoted(fee: units(3)), yes())
    #expect(order.handle(.prepareFailed(.feeAboveCap)) == [.report, .requestQuote(after: .zero)])
    #expect((order.state, order.countedTotal, order.fee) == (.awaitingApproval, nil, nil))
    #expect(order.handle(yes()) == [.refuseApproval(.staleQuote)], "the old quote cannot be approved")
    #expect(order.handle(.quoted(fee: units(8))) == [.report, .askOwner])
    #expect(order.handle(yes(feeCap: 8), .prepareFailed(.feeAboveCap)).last == .requestQuote(after: .seconds(1)))
  }

  @Test func `a wallet that signs above the cap is not believed`() {
    var order = order()
    _ = order.handle(.quoted(fee: units(3)), yes(feeCap: 3))
    let dear = signedTransaction(fee: 4)
    #expect(order.handle(.prepared(dear)) == [.report, .requestQuote(after: .zero)])
    #expect((order.state, order.progress.signedTransaction) == (.awaitingApproval, nil))
  }

  @Test func `a wallet that is locked or away is asked again, ever more slowly`() {
    var order = order()
    #expect(order.handle(.quoteFailed(.temporary)) == [.report, .requestQuote(after: .seconds(1))])
    #expect(order.progress.waitingFor == .wallet)
    let waits = (0..<7).map { _ in order.handle(.quoteFailed(.temporary)) }
    #expect(waits == [2, 4, 8, 16, 32, 60, 60].map { [.requestQuote(after: .seconds($0))] })
    _ = order.handle(.quoted(fee: units(3)), yes())
    #expect(order.progress.waitingFor == nil)
    #expect(order.handle(.prepareFailed(.temporary)) == [.report, .prepare(feeCap: units(5), after: .seconds(60))])
    #expect(order.handle(.prepareFailed(.permanent(.insufficientFunds))) == [.report])
    #expect((order.state, order.progress.failure) == (.failed, .insufficientFunds))
  }

  @Test func `expires at any step before a transaction exists, at its very moment`() {
    let steps: [[OrderEvent]] = [[], [.quoted(fee: units(3))], [.quoted(fee: units(3)), yes()]]
    for step in steps {
      var order = order(expiresAt: second(30))
      for event in step { _ = order.handle(event) }
      #expect(order.nextDeadline == second(30))
      #expect(order.handle(.tick, at: second(29.999)).isEmpty)
      #expect(order.handle(.tick, at: second(30)).first == .report)
      #expect(order.state == .expired)
    }
    var built = order(expiresAt: second(30))
    _ = built.handle(.quoted(fee: units(3)), yes())
    #expect(built.handle(.prepared(signedTransaction()), at: second(30)) == [.report], "nothing was locked for it")
    #expect((built.state, built.progress.signedTransaction) == (.expired, nil))
  }

  @Test func `does not expire once a transaction is handed over`() {
    var order = order(expiresAt: second(30))
    _ = order.handle(.quoted(fee: units(3)), yes(), .prepared(signedTransaction()))
    #expect(order.nextDeadline == nil)
    let mayLeave = order.mayHandOver(at: second(29))
    #expect(mayLeave)
    #expect(order.handle(.tick, at: second(31)).isEmpty)
    #expect(order.handle(.commitDoubt, at: second(32)).last == .lookup(signedTransaction(), after: .seconds(1)))
    #expect(order.handle(.lookedUp(.unknown), at: second(40)).last == .broadcast(signedTransaction()))
  }

  @Test func `time that ends between the record and the first byte lets nothing out`() {
    var order = order(expiresAt: second(30))
    _ = order.handle(.quoted(fee: units(3)), yes(), .prepared(signedTransaction()))
    var restarted = OrderMachine(terms: order.terms, progress: order.progress)
    let mayLeave = order.mayHandOver(at: second(30))
    #expect(!mayLeave)
    #expect(order.handle(.tick, at: second(30)) == [.report, .releaseInputs(signedTransaction())])
    #expect((order.state, order.countedTotal) == (.expired, nil))
    // Another process cannot know that nothing was sent.
    #expect(restarted.handle(.recovered, at: second(31)).last == .lookup(signedTransaction(), after: .zero))
    #expect(restarted.state == .inFlight)
  }

  @Test func `a stored transaction that pays others too goes out, since they may send it at any time`() {
    var order = order(expiresAt: second(30))
    _ = order.handle(.quoted(fee: units(3)), yes(), .prepared(signedTransaction(), isShared: true))
    let mayLeave = order.mayHandOver(at: second(30))
    #expect(mayLeave)
    var late = PaymentsCoreTests.order(expiresAt: second(30))
    _ = late.handle(.quoted(fee: units(3)), yes())
    #expect(late.handle(.prepared(signedTransaction(), isShared: true), at: second(30)) == [.report])
    #expect((late.state, late.progress.signedTransaction) == (.expired, nil), "before that it may expire")
  }

  @Test func `an approval that lapsed is asked for again`() {
    var order = order(expiresAt: second(100))
    _ = order.handle(.quoted(fee: units(3)), yes(until: second(50)))
    #expect(order.nextDeadline == second(50))
    #expect(order.handle(.tick, at: second(50)) == [.report, .requestQuote(after: .zero)])
    #expect(order.state == .awaitingApproval)
    #expect(order.handle(.prepared(signedTransaction()), at: second(51)).isEmpty)
  }

  @Test func `cancelled before submission, too late after`() {
    var early = order()
    #expect(
      early.handle(.quoted(fee: units(3)), .cancelRequested) == [.report, .withdrawQuestion, .answerCancel(.cancelled)])
    #expect(early.handle(.cancelRequested) == [.answerCancel(.cancelled)])

    var building = order()
    #expect(
      building.handle(.quoted(fee: units(3)), yes(), .cancelRequested) == [.report, .answerCancel(.cancelled)])
    #expect(building.handle(.prepared(signedTransaction())).isEmpty)
    #expect(building.state == .cancelled)

    var late = OrderMachine.submitted()
    #expect(late.handle(.cancelRequested) == [.answerCancel(.tooLate)])
    #expect(late.state == .submitting)
  }

  @Test func `an effect that waited is dropped when the story went on`() {
    var order = order()
    #expect(order.wants(.requestQuote(after: .seconds(1))))
    _ = order.handle(.quoted(fee: units(3)))
    #expect(!order.wants(.requestQuote(after: .seconds(1))))
    #expect(!order.wants(.prepare(feeCap: units(5), after: .zero)))
    _ = order.handle(yes())
    #expect(order.wants(.prepare(feeCap: units(5), after: .zero)))
    _ = order.handle(.prepared(signedTransaction()))
    #expect(order.wants(.broadcast(signedTransaction())))
    #expect(!order.wants(.broadcast(signedTransaction("other"))))
  }

  @Test func `no recipient, amount or transaction in a log`() {
    let order = OrderMachine.submitted()
    for text in ["\(order)", String(reflecting: order), "\(order.terms) \(order.progress)", "\(signedTransaction())"] {
      #expect(!text.contains("secret-address") && !text.contains("100") && !text.contains("tx"))
    }
  }
}
