import PaymentsCore
import PaymentsModel
import Testing

/// Tests orders whose signed transaction is held back by a mark in the wallet.
@Suite struct PaymentOrderHeldBackTests {
  private func heldBack() -> OrderMachine {
    var order = OrderMachine.submitted()
    _ = order.mayHandOver(at: second(20))
    #expect(order.handle(.heldBack, from: 20).first == .report)
    return order
  }

  @Test func itIsFollowedAndNotSent() {
    var order = heldBack()
    #expect(order.state == .inFlight && order.isHeldBack && order.progress.isInDoubt)
    #expect(order.state.group(waitingFor: order.progress.waitingFor) == .waiting)
    #expect(!order.wants(.broadcast(signedTransaction())) && order.wants(.lookup(signedTransaction(), after: .zero)))
    for time in [30, 40.0] {
      let effects = order.handle(.lookedUp(.unknown), from: time)
      #expect(effects.count == 1 && effects.allSatisfy { if case .lookup = $0 { true } else { false } })
    }
    #expect(order.handle(.denied, from: 50) == [] && order.handle(.held, from: 51) == [])
    // After a restart, too.
    var again = OrderMachine(terms: order.terms, progress: order.progress)
    #expect(!again.handle(.recovered, from: 60).contains(.broadcast(signedTransaction())))
    #expect(again.isHeldBack)
    #expect(!again.handle(.lookedUp(.unknown), from: 61).contains(.broadcast(signedTransaction())))
  }

  @Test func theOwnersWordSendsTheSameTransaction() {
    var order = heldBack()
    #expect(order.handle(.released, from: 30) == [.report, .lookup(signedTransaction(), after: .zero)])
    #expect(!order.isHeldBack && order.handle(.released, from: 31) == [])
    #expect(order.handle(.lookedUp(.unknown), from: 32).contains(.broadcast(signedTransaction())))
    #expect(order.wants(.broadcast(signedTransaction())))
  }

  /// An earlier attempt had reached the network, or somebody's coins were spent.
  @Test func whatTheNetworkSaysEndsIt() {
    var order = heldBack()
    _ = order.handle(.lookedUp(.pool), from: 30)
    #expect(order.state == .inFlight && !order.isHeldBack && order.isFollowed)
    order = heldBack()
    _ = order.handle(.lookedUp(.conflicted(confirmations: 5)), from: 30)
    #expect(order.isHeldBack)
    _ = order.handle(.lookedUp(.conflicted(confirmations: 6)), from: 31)
    #expect(order.state == .failed && order.progress.waitingFor == nil)
  }

  @Test func itTakesWhatPaidItInPlaceOfItsOwn() {
    var order = heldBack()
    let other = signedTransaction("found")
    #expect(order.handle(.adopted(signedTransaction()), from: 30) == [])
    #expect(order.handle(.adopted(other), from: 31) == [.report, .lookup(other, after: .zero)])
    #expect(order.transactionID == "found" && !order.isHeldBack)
    #expect(!order.wants(.broadcast(signedTransaction())) && !order.wants(.lockInputs(signedTransaction())))
    #expect(order.handle(.lookedUp(.confirmed(2)), from: 32) == [.report])
    #expect(order.state == .succeeded)
  }
}
