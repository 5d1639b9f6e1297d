import PaymentsCore
import PaymentsModel
import Testing

/// Tests every event in every reachable state, with every history that leads to it.
@Suite struct PaymentOrderEnumerationTests {
  private static let events: [OrderEvent] =
    [
      .created, .quoted(fee: units(3)), .quoted(fee: units(50)), .quoteFailed(.temporary),
      .quoteFailed(.permanent(.insufficientFunds)), yes(), yes(until: second(500)), yes(for: "other"),
      yes(to: OrderQuote(fee: units(3), at: second(-5))), .denied, .unlocked, .prepareFailed(.ownerLocked),
      .prepareFailed(.coinsBusy), .tick,
      .cancelRequested, .prepared(signedTransaction("one")), .prepared(signedTransaction("two")),
      .prepared(signedTransaction("dear", fee: 6)), .prepared(signedTransaction("one"), isShared: true),
      .prepareFailed(.feeAboveCap), .prepareFailed(.temporary), .prepareFailed(.permanent(.walletRefused)),
      .commitAccepted, .commitRejected(.conflicted), .commitRejected(.invalidTransaction),
      .commitDoubt, .lookedUp(.unknown), .lookedUp(.pool), .lookedUp(.confirmed(1)), .lookedUp(.confirmed(2)),
      .lookedUp(.conflicted(confirmations: 5)), .lookedUp(.conflicted(confirmations: 6)),
      .lookedUp(.replaced(by: raised, confirmations: 0)), .lookedUp(.replaced(by: raised, confirmations: 2)),
      .lookedUp(.spent(by: "theirs", confirmations: 9)), .lookupFailed, .recovered,
      .heldBack, .released,
    ]

  private static let raised = PaymentReplacement(transactionID: "raised", fee: units(60))

  /// The properties that distinguish two orders for the machine: everything except the counters.
  private struct Situation: Hashable {
    let progress: OrderProgress
    let isStored: Bool
    /// Whether the network refused the transaction at the first attempt. Only the effects of the next look-up show
    /// that.
    let failsWhenUnknown: Bool
    let time: Int

    init(_ order: OrderMachine, time: Int) {
      var progress = order.progress
      progress.version = 0
      progress.updatedAt = second(0)
      self.progress = progress
      isStored = order.isTransactionStored
      var copy = order
      failsWhenUnknown = copy.handle(.lookedUp(.unknown), at: second(1)).contains { effect in
        if case .releaseInputs = effect { true } else { false }
      }
      self.time = time
    }
  }

  /// An order with the parts of its history that the rules depend on.
  private struct Path {
    var order: OrderMachine
    var time: Int
    var broadcast: Set<String> = []
    var depth = 0
  }

  /// Three moments: before any deadline, after the approval and the first quote have expired, and after the order has
  /// expired.
  private static let times = [second(1), second(700), second(2000)]

  @Test func `no history breaks a rule`() {
    var seen: Set<Situation> = []
    var open = [Path(order: order(maxFee: units(40), expiresAt: second(1000)), time: 0)]
    var statesReached: Set<OrderState> = []
    while let path = open.popLast() {
      guard seen.insert(Situation(path.order, time: path.time)).inserted, path.depth < 40 else { continue }
      statesReached.insert(path.order.state)
      for time in path.time..<Self.times.count {
        for event in Self.events {
          open.append(step(path, event, time))
        }
      }
    }
    #expect(statesReached == Set(OrderState.allCases))
    #expect(seen.count > 60, "\(seen.count) situations")
  }

  private func step(_ path: Path, _ event: OrderEvent, _ time: Int) -> Path {
    var next = path
    let now = Self.times[time]
    let event = event.seeing(path.order)
    let effects = next.order.handle(event, at: now)
    let (before, after) = (path.order, next.order)
    next.time = time
    next.depth += 1

    if before.state.isTerminal {
      #expect(after.progress == before.progress, "\(event) changed an order that has ended")
    }
    #expect((after.progress != before.progress) == effects.contains(.report))
    #expect(effects.filter { $0 == .report }.count <= 1)
    #expect(effects.isEmpty || !effects.contains(.report) || effects.first == .report)
    #expect(after.version == before.version + (effects.contains(.report) ? 1 : 0))

    if let kept = before.progress.signedTransaction {
      #expect(after.progress.signedTransaction == kept, "\(event) replaced the transaction")
      #expect(after.state != .cancelled && after.state != .rejected)
      #expect(after.state != .expired || path.broadcast.isEmpty, "\(event) let what was submitted expire")
    }
    #expect(
      !after.isHeldBack || !effects.contains { if case .broadcast = $0 { true } else { false } }, "sent while held back"
    )
    for effect in effects {
      switch effect {
      case .broadcast(let signedTransaction):
        #expect(signedTransaction == after.progress.signedTransaction, "\(event) broadcast what is not recorded")
        // The record may have taken long.
        var late = next.order
        if before.progress.signedTransaction == nil, event != .prepared(signedTransaction, isShared: true) {
          let mayLeave = late.mayHandOver(at: Self.times[2])
          #expect(!mayLeave, "\(event) broadcast what expired before it was out")
        }
        if next.order.mayHandOver(at: now) { next.broadcast.insert(signedTransaction.transactionID) }
      case .releaseInputs(let signedTransaction):
        let isOver = after.state == .failed || (after.state == .expired && next.broadcast.isEmpty)
        #expect(
          signedTransaction == after.progress.signedTransaction && isOver,
          "\(event) freed what is live, or was never locked")
      case .lockInputs(let signedTransaction):
        #expect(
          signedTransaction == after.progress.signedTransaction,
          "\(event) locked for what is not recorded")
      case .prepare:
        #expect(after.state == .approved && after.progress.signedTransaction == nil)
        #expect(time < 2, "prepared after it expired")
      default: break
      }
    }
    #expect(next.broadcast.count <= 1)
    if after.state == .failed, before.state != .failed, after.progress.signedTransaction != nil {
      #expect(
        [.lookedUp(.unknown), .lookedUp(.conflicted(confirmations: 6))].contains(event), "\(event) is no last word")
      if event == .lookedUp(.unknown) {
        #expect(before.state == .submitting, "unknown proves nothing once it may be out")
      }
    }
    if time == 2, before.progress.signedTransaction == nil {
      #expect(after.progress.signedTransaction == nil, "submitted after it expired")
    }
    if case .approved(let approval) = event, after.state == .approved, before.state != .approved {
      #expect(approval.quote == before.progress.quote, "a yes to another quote than is shown")
      #expect(approval.quote.isFresh(at: now, lifetime: after.schedule.quoteLifetime), "a yes to a stale quote")
    }
    if [.submitting, .inFlight].contains(after.state) {
      #expect(after.progress.signedTransaction != nil && after.countedTotal != nil)
    }
    return next
  }

  @Test func `delays double up to the longest`() {
    let schedule = RetrySchedule(first: .seconds(1), longest: .seconds(10))
    let delays = (0...6).map { schedule.delay(afterFailures: $0) }
    #expect(delays == [0, 1, 2, 4, 8, 10, 10].map { .seconds($0) })
    #expect(schedule.delay(afterFailures: .max) == .seconds(10))
    let endless = RetrySchedule(first: .seconds(1 << 62), longest: .seconds(Int64.max))
    #expect(endless.delay(afterFailures: 3) <= .seconds(Int64.max))
  }
}
