import PaymentsCore
import PaymentsModel
import Testing

/// Tests what can still happen to a payment that has succeeded.
@Suite struct PaymentOrderAftermathTests {
  private func paid(confirmationsWanted: Int = 2) -> OrderMachine {
    var order = OrderMachine.submitted(confirmationsWanted: confirmationsWanted)
    _ = order.handle(.commitAccepted, .lookedUp(.confirmed(2)))
    return order
  }

  @Test func `followed until it is deep, and again by the machine never`() {
    var order = paid()
    let before = order.progress
    #expect(order.followUp(.confirmed(11), at: second(50)) == .asBefore)
    #expect(order.followUp(.pool, at: second(50)) == .asBefore)
    #expect(order.followUp(.unknown, at: second(50)) == .sendAgain(signedTransaction()))
    #expect(order.followUp(.conflicted(confirmations: 5), at: second(50)) == .asBefore)
    #expect(order.followUp(.confirmed(12), at: second(50)) == .buried)
    #expect(order.progress == before)
    var open = OrderMachine.submitted()
    #expect(open.followUp(.conflicted(confirmations: 9), at: second(50)) == .buried, "not its business")
  }

  @Test func `what has arrived by hash is never paid again, whatever the node says later`() {
    for lookup in [PaymentLookup.untried, .lapsed, .undelivered] {
      var order = OrderMachine.submitted()
      _ = order.handle(.commitDoubt, .lookedUp(.settled(fee: units(2))))
      #expect(order.state == .succeeded)
      #expect(order.followUp(lookup, at: second(50)) == .buried)
    }
  }

  @Test func `a deep conflict takes it back in the books; the state stays`() {
    var order = paid()
    let before = order
    #expect(order.followUp(.conflicted(confirmations: 6), at: second(50)) == .changed)
    #expect((order.state, order.version) == (.succeeded, before.version + 1))
    #expect((order.progress.reversedAt, order.progress.updatedAt) == (second(50), second(50)))
    let bookings = order.bookings(since: before)
    #expect(bookings.map(\.kind) == [.returned])
    #expect(bookings.map(\.amount) == [units(103)] && bookings.map(\.fee) == [.zero])
    #expect(bookings.map(\.transactionID) == ["tx"])
    #expect(order.countedTotal == before.countedTotal, "the budget is not given back")
    #expect(order.followUp(.confirmed(1), at: second(60)) == .buried, "once only")
    #expect(order.bookings(since: order).isEmpty)
  }

  @Test func `a fee that is raised after success without confirmations`() {
    var order = paid(confirmationsWanted: 0)
    let before = order
    let raised = PaymentReplacement(transactionID: "raised", fee: units(9))
    #expect(order.followUp(.replaced(by: raised, confirmations: 0), at: second(50)) == .changed)
    #expect((order.transactionID, order.fee) == ("raised", units(9)))
    #expect(order.bookings(since: before).map(\.kind) == [.returned, .paid])
    #expect(order.bookings(since: before).map(\.transactionID) == ["tx", "raised"])
    #expect(order.followUp(.replaced(by: raised, confirmations: 11), at: second(60)) == .asBefore)
    #expect(order.followUp(.replaced(by: raised, confirmations: 12), at: second(60)) == .buried)
  }
}
