import PaymentsCore
import PaymentsModel
import Testing

/// Tests quotes that become outdated, fees that rise, and the reasons for which an order waits.
@Suite struct PaymentOrderQuoteTests {
  @Test func `a quote goes out of date and is asked for again; the question shows the new one`() {
    var order = order()
    _ = order.handle(.quoted(fee: units(3)))
    #expect(order.nextDeadline == second(601))
    #expect(order.handle(.tick, at: second(600.999)).isEmpty)
    #expect(order.handle(.tick, at: second(601)) == [.report, .requestQuote(after: .zero)])
    #expect((order.state, order.fee) == (.awaitingApproval, nil))
    #expect(order.handle(.quoted(fee: units(4)), at: second(602)) == [.report, .askOwner])
    #expect(order.progress.quote == OrderQuote(fee: units(4), at: second(602)))
  }

  @Test func `a yes to what was shown before is refused`() {
    var order = order()
    _ = order.handle(.quoted(fee: units(3)))
    let seen = OrderQuote(fee: units(3), at: second(1))
    let late = order.handle(yes(to: seen), at: second(601))
    #expect(late == [.report, .requestQuote(after: .zero), .refuseApproval(.staleQuote)])
    // The same fee is another quote nevertheless: the owner may have been shown the old one for an hour.
    _ = order.handle(.quoted(fee: units(3)), at: second(602))
    #expect(order.handle(yes(to: seen), at: second(603)) == [.refuseApproval(.staleQuote)])
    #expect(order.handle(yes(to: OrderQuote(fee: units(3), at: second(602))), at: second(603)).first == .report)
    #expect(order.state == .approved)
  }

  @Test func `a second yes, and one that comes late, tell that nobody asked`() {
    var order = OrderMachine.submitted()
    #expect(order.handle(yes()) == [.refuseApproval(.notAsked)])
    _ = order.handle(.commitAccepted, .lookedUp(.confirmed(2)))
    #expect(order.handle(yes()) == [.refuseApproval(.notAsked)])
  }

  @Test func `a fee above the app's limit after a yes: back to the owner's list until it falls`() {
    var order = order(maxFee: units(5), expiresAt: second(100))
    _ = order.handle(.quoted(fee: units(3)), yes(feeCap: 5))
    #expect(order.handle(.prepareFailed(.feeAboveCap)) == [.report, .requestQuote(after: .zero)])
    #expect(
      order.handle(.quoted(fee: units(6))) == [.report, .withdrawQuestion, .requestQuote(after: .seconds(2))])
    #expect((order.state, order.progress.waitingFor) == (.awaitingApproval, .lowerFee))
    #expect((order.progress.quote, order.countedTotal) == (nil, nil), "nothing to approve")
    #expect(order.handle(.quoted(fee: units(7))) == [.requestQuote(after: .seconds(4))], "no news")
    #expect(order.handle(.quoteFailed(.temporary)) == [.requestQuote(after: .seconds(8))])
    #expect(order.handle(.quoted(fee: units(5))) == [.report, .askOwner])
    #expect((order.state, order.progress.waitingFor) == (.awaitingApproval, nil))
    #expect(order.handle(yes(feeCap: 6)) == [.report, .withdrawQuestion, .prepare(feeCap: units(5), after: .zero)])
  }

  @Test func `one that waits for the fee to fall expires like any other`() {
    var order = order(maxFee: units(5), expiresAt: second(100))
    _ = order.handle(.quoted(fee: units(3)), yes(), .prepareFailed(.feeAboveCap), .quoted(fee: units(6)))
    #expect(order.handle(.tick, at: second(100)).first == .report)
    #expect((order.state, order.progress.waitingFor) == (.expired, nil))
    #expect(order.handle(.quoted(fee: units(2)), at: second(101)).isEmpty)
  }

  @Test func `while the owner has locked the provider nothing is built, and unlocking goes on at once`() {
    var order = order()
    _ = order.handle(.quoted(fee: units(3)), yes())
    #expect(
      order.handle(.prepareFailed(.ownerLocked)) == [.report, .prepare(feeCap: units(5), after: .seconds(1))])
    #expect((order.state, order.progress.waitingFor, order.countedTotal) == (.approved, .unlock, units(105)))
    #expect(order.handle(.prepareFailed(.ownerLocked)) == [.prepare(feeCap: units(5), after: .seconds(2))])
    #expect(order.handle(.unlocked) == [.prepare(feeCap: units(5), after: .zero)])
    #expect(order.handle(.prepared(signedTransaction())) == [.report, .broadcast(signedTransaction())])
    #expect(order.progress.waitingFor == nil)
    #expect(order.handle(.unlocked).isEmpty)
  }

  @Test func `a clock that was set back makes no quote last for ever`() {
    var order = order()
    _ = order.handle(.quoted(fee: units(3)), from: 10_000)
    #expect(order.handle(.tick, at: second(9_500)).isEmpty, "within the lifetime")
    #expect(order.handle(.tick, at: second(9_400)) == [.report, .requestQuote(after: .zero)])
    #expect(order.progress.updatedAt == second(10_000), "what is reported never goes back")
  }

  @Test func `a clock that jumps ends an order at most, and never twice`() {
    var order = order(expiresAt: second(100))
    _ = order.handle(.quoted(fee: units(3)), yes())
    #expect(order.handle(.tick, at: second(1_000_000)).first == .report)
    #expect(order.state == .expired)
    #expect(order.handle(.tick, at: second(5)).isEmpty, "set back again: what has ended stays so")
    #expect(order.handle(.prepared(signedTransaction()), at: second(6)).isEmpty)

    var submitted = OrderMachine.submitted()
    #expect(submitted.handle(.tick, at: second(1_000_000)).isEmpty)
    #expect(submitted.handle(.commitAccepted, at: second(-1_000)).first == .report)
  }

  @Test func `waits are shortened by up to a quarter, in few steps`() {
    let waits = Set((0...255).map { RetrySchedule.shortened(.seconds(8), by: UInt8($0)) })
    #expect(waits.count == 8)
    #expect(waits.max() == .seconds(8))
    #expect(waits.allSatisfy { $0 > .seconds(6) })
  }
}
