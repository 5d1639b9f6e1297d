import PaymentsCore
import PaymentsModel
import Testing

/// Tests orders for which it is unknown whether the network has the transaction.
@Suite struct PaymentOrderDoubtTests {
  @Test func `no answer: look up, then send the same again, and never call it failed`() {
    var order = OrderMachine.submitted()
    #expect(
      order.handle(.commitDoubt) == [
        .report, .lockInputs(signedTransaction()), .lookup(signedTransaction(), after: .seconds(1)),
      ])
    #expect((order.state, order.progress.isInDoubt) == (.inFlight, true))
    #expect(order.handle(.lookupFailed) == [.lookup(signedTransaction(), after: .seconds(2))])
    #expect(order.handle(.lookedUp(.unknown)) == [.lockInputs(signedTransaction()), .broadcast(signedTransaction())])
    #expect(order.handle(.commitDoubt) == [.lookup(signedTransaction(), after: .seconds(4))])
    #expect(order.handle(.lookedUp(.pool)) == [.report, .follow(signedTransaction())])
    #expect(!order.progress.isInDoubt)
    #expect(order.handle(.lookedUp(.confirmed(2))) == [.report])
    #expect(order.state == .succeeded)
  }

  @Test func `a payment by hash that its node has forgotten is neither attempted again nor called failed`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitDoubt)
    #expect(order.handle(.lookedUp(.untried)).contains(.broadcast(signedTransaction())), "nobody has told of it yet")
    #expect(order.handle(.lookedUp(.attempting)) == [.report, .follow(signedTransaction())])
    let told = order.progress
    for lookup in [PaymentLookup.untried, .lapsed] {
      #expect(order.hasVanished(lookup))
      let effects = order.handle(.lookedUp(lookup))
      #expect(effects.count == 1)
      #expect(effects.contains { if case .lookup = $0 { true } else { false } }, "\(effects)")
      #expect(order.progress == told)
    }
    // The same after a start, which knows no more than what is stored.
    var read = OrderMachine(terms: order.terms, progress: order.progress)
    _ = read.handle(.recovered)
    #expect(read.hasVanished(.untried) && read.state == .inFlight)
    #expect(read.handle(.lookedUp(.undelivered)) == [.report, .releaseInputs(signedTransaction())])
    #expect(read.progress.failure == .undelivered)
  }

  @Test func `a payment by hash that was never attempted and cannot be any more has failed`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitDoubt)
    #expect(order.handle(.lookedUp(.lapsed)) == [.report, .releaseInputs(signedTransaction())])
    #expect((order.state, order.progress.failure) == (.failed, .undelivered))
  }

  @Test func `refused at the first attempt, and unknown to the network: failed`() {
    var order = OrderMachine.submitted()
    #expect(order.handle(.commitRejected(.invalidTransaction)) == [.lookup(signedTransaction(), after: .zero)])
    #expect(order.handle(.lookedUp(.unknown)) == [.report, .releaseInputs(signedTransaction())])
    #expect((order.state, order.progress.failure) == (.failed, .invalidTransaction))
  }

  @Test func `refused, but the network knows it: in flight`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitRejected(.conflicted))
    #expect(order.handle(.lookedUp(.pool)).first == .report)
    #expect(order.state == .inFlight)
  }

  @Test func `refused after it may have been handed over: not failed until the conflict is deep enough`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitDoubt, .lookedUp(.unknown))
    #expect(order.handle(.commitRejected(.conflicted)) == [.lookup(signedTransaction(), after: .seconds(2))])
    #expect(order.handle(.lookedUp(.unknown)) == [.lockInputs(signedTransaction()), .broadcast(signedTransaction())])
    #expect(
      order.handle(.lookedUp(.conflicted(confirmations: 5))) == [.lookup(signedTransaction(), after: .seconds(4))])
    #expect(order.state == .inFlight)
    #expect(order.handle(.lookedUp(.conflicted(confirmations: 6))) == [.report, .releaseInputs(signedTransaction())])
    #expect((order.state, order.progress.failure) == (.failed, .conflicted))
  }

  @Test func `a conflict of no depth never fails it, even where no confirmations are wanted`() {
    var order = OrderMachine.submitted(confirmationsWanted: 0)
    _ = order.handle(.commitDoubt)
    _ = order.handle(.lookedUp(.conflicted(confirmations: 0)))
    #expect(order.state == .inFlight)
    _ = order.handle(.lookedUp(.conflicted(confirmations: 5)))
    #expect(order.state == .inFlight, "a reorganisation may still undo it")
    _ = order.handle(.lookedUp(.conflicted(confirmations: 6)))
    #expect(order.state == .failed)
  }

  @Test func `what another wallet did with its coins never fails it, until the owner has looked`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitDoubt)
    _ = order.handle(.lookedUp(.spent(by: "theirs", confirmations: 400)))
    #expect(order.state == .inFlight && order.progress.isInDoubt, "it may have made this payment")
    _ = order.handle(.lookedUp(.conflicted(confirmations: 400)))
    #expect((order.state, order.progress.failure) == (.failed, .conflicted), "the owner's word")
  }

  @Test func `refused for a conflict that is gone again: the same goes out again`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitRejected(.conflicted))
    #expect(
      order.handle(.lookedUp(.unknown)) == [.report, .lockInputs(signedTransaction()), .broadcast(signedTransaction())])
    #expect((order.state, order.progress.isInDoubt) == (.inFlight, true))
  }

  @Test func `a reorganisation loses it: the same goes out again`() {
    var order = OrderMachine.submitted()
    _ = order.handle(.commitAccepted, .lookedUp(.confirmed(1)))
    #expect(
      order.handle(.lookedUp(.unknown)) == [.report, .lockInputs(signedTransaction()), .broadcast(signedTransaction())])
    #expect((order.progress.confirmations, order.progress.isInDoubt) == (0, true))
  }

  @Test func `a second transaction is never kept`() {
    var order = OrderMachine.submitted()
    #expect(order.handle(.prepared(signedTransaction("other"))).isEmpty)
    #expect(order.handle(.prepared(signedTransaction())).isEmpty)
    #expect(order.transactionID == "tx")
  }

  @Test func `after a restart each state knows what to do`() {
    func restarted(_ order: OrderMachine) -> OrderMachine {
      OrderMachine(terms: order.terms, progress: order.progress)
    }
    var story = order()
    #expect(restarted(story).effectsOfRecovery == [.requestQuote(after: .zero)])
    _ = story.handle(.quoted(fee: units(3)))
    #expect(restarted(story).effectsOfRecovery == [.askOwner])
    _ = story.handle(yes())
    #expect(restarted(story).effectsOfRecovery == [.prepare(feeCap: units(5), after: .zero)])
    _ = story.handle(.prepared(signedTransaction()))
    #expect(
      restarted(story).effectsOfRecovery == [
        .report, .lockInputs(signedTransaction()), .lookup(signedTransaction(), after: .zero),
      ])
    var inFlight = restarted(story)
    _ = inFlight.handle(.recovered)
    #expect((inFlight.state, inFlight.progress.isInDoubt) == (.inFlight, true), "it may be out already")
    let mayLeave = story.mayHandOver(at: second(2))
    #expect(mayLeave)
    _ = story.handle(.commitAccepted)
    #expect(
      restarted(story).effectsOfRecovery == [
        .lockInputs(signedTransaction()), .lookup(signedTransaction(), after: .zero),
      ])
    _ = story.handle(.lookedUp(.confirmed(2)))
    #expect(restarted(story).effectsOfRecovery.isEmpty)
  }

  /// The wallet may take long to mark the transaction, which is the last thing before it is handed over.
  @Test func `an order whose transaction was not handed over in time expires, unless it pays others`() {
    for isShared in [false, true] {
      var story = order(expiresAt: second(30))
      _ = story.handle(.quoted(fee: units(3)), yes(), .prepared(signedTransaction(), isShared: isShared))
      #expect(story.handle(.notInTime, at: second(28)) == [], "it was not even begun")
      let mayLeave = story.mayHandOver(at: second(29))
      #expect(mayLeave)
      let effects = story.handle(.notInTime, at: second(31))
      #expect(story.state == (isShared ? .submitting : .expired))
      #expect(effects.contains(.releaseInputs(signedTransaction())) == !isShared)
    }
  }

  @Test func `an order that expired while the daemon was away is not started`() {
    var order = order(expiresAt: second(30))
    _ = order.handle(.quoted(fee: units(3)), yes())
    var restarted = OrderMachine(terms: order.terms, progress: order.progress)
    #expect(restarted.handle(.recovered, at: second(31)) == [.report])
    #expect(restarted.state == .expired)
  }
}

extension OrderMachine {
  fileprivate var effectsOfRecovery: [OrderEffect] {
    var copy = self
    return copy.handle(.recovered, at: second(20))
  }
}
