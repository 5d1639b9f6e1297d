import PaymentsCore
import PaymentsModel
import Testing

/// Tests payments that another transaction makes, for example after the owner raised the fee in the wallet.
@Suite struct PaymentOrderReplacementTests {
  private let raised = PaymentReplacement(transactionID: "raised", fee: units(9))

  private func replaced(_ other: PaymentReplacement, _ confirmations: Int) -> OrderEvent {
    .lookedUp(.replaced(by: other, confirmations: confirmations))
  }

  @Test func `another transaction makes the payment: the order tells its id and its fee, and succeeds by it`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitAccepted)
    #expect(order.handle(replaced(raised, 0)) == [.report, .follow(signedTransaction())])
    #expect((order.state, order.progress.isInDoubt) == (.inFlight, false))
    #expect((order.transactionID, order.fee, order.total) == ("raised", units(9), units(109)))
    #expect(order.countedTotal == units(109), "more than was agreed to, but it is spent")
    #expect(order.progress.signedTransaction == signedTransaction(), "its own is kept")
    #expect(order.handle(replaced(raised, 1)) == [.report, .follow(signedTransaction())])
    #expect(order.handle(replaced(raised, 2)) == [.report])
    #expect(order.state == .succeeded)
    #expect((order.booking?.transactionID, order.booking?.fee, order.countedTotal) == ("raised", units(9), units(109)))
  }

  @Test func `a raised fee is raised again: the last one counts`() {
    var order = OrderMachine.submitted()
    let again = PaymentReplacement(transactionID: "again", fee: units(20))
    _ = order.handle(.commitAccepted, replaced(raised, 0), replaced(again, 0))
    #expect((order.transactionID, order.fee) == ("again", units(20)))
    _ = order.handle(replaced(again, 2))
    #expect((order.state, order.transactionID) == (.succeeded, "again"))
  }

  @Test func `its own transaction wins after all`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitAccepted, replaced(raised, 1), .lookedUp(.pool))
    #expect((order.transactionID, order.fee, order.progress.confirmations) == ("tx", units(3), 0))
    _ = order.handle(.lookedUp(.confirmed(2)))
    #expect(order.booking?.transactionID == "tx")
  }

  @Test func `both are gone: its own goes out again, and never another`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitAccepted, replaced(raised, 1))
    #expect(
      order.handle(.lookedUp(.unknown)) == [.report, .lockInputs(signedTransaction()), .broadcast(signedTransaction())])
    #expect((order.transactionID, order.progress.isInDoubt) == ("tx", true))
  }

  @Test func `raised before the answer to the first attempt came, or while the daemon was away`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitDoubt, replaced(raised, 0))
    #expect((order.state, order.progress.isInDoubt, order.transactionID) == (.inFlight, false, "raised"))
    var restarted = OrderMachine(terms: order.terms, progress: order.progress)
    #expect(
      restarted.handle(.recovered) == [.lockInputs(signedTransaction()), .lookup(signedTransaction(), after: .zero)])
    #expect(restarted.transactionID == "raised")
    _ = restarted.handle(replaced(raised, 7))
    #expect(restarted.state == .succeeded)
  }

  @Test func `what takes the place of a replacement without paying is a conflict, and a shallow one is no end`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitAccepted, replaced(raised, 1), .lookedUp(.conflicted(confirmations: 5)))
    #expect((order.state, order.progress.isInDoubt, order.transactionID) == (.inFlight, true, "tx"))
    // The block that contained the transaction was removed by a reorganisation.
    _ = order.handle(replaced(raised, 1))
    #expect((order.transactionID, order.progress.isInDoubt) == ("raised", false))
    _ = order.handle(.lookedUp(.conflicted(confirmations: 6)))
    #expect((order.state, order.progress.failure) == (.failed, .conflicted))
  }

  @Test func `where more confirmations are wanted, a conflict has to be as deep`() {
    var order = OrderMachine.submitted(confirmationsWanted: 10)
    _ = order.handle(.commitAccepted, .lookedUp(.conflicted(confirmations: 9)))
    #expect(order.state == .inFlight)
    _ = order.handle(.lookedUp(.conflicted(confirmations: 10)))
    #expect(order.state == .failed)
  }
}
