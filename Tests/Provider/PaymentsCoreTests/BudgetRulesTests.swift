import PaymentsCore
import PaymentsModel
import Testing

@Suite struct BudgetRulesTests {
  private func status(
    _ limits: PaymentLimits, used: UInt128 = 0, count: Int = 0, toRecipient: UInt128 = 0, isKnown: Bool = false,
    withoutPIN: UInt128? = nil
  ) -> BudgetStatus {
    BudgetStatus(
      limits: limits, usage: BudgetUsage(amount: units(used), count: count),
      recipientUsage: BudgetUsage(amount: units(toRecipient), count: 0), isKnownRecipient: isKnown,
      resetsAt: second(3600),
      mostWithoutPIN: withoutPIN.map { units($0) })
  }

  @Test func aboveThePINsAmountNoLimitLetsAPaymentThrough() {
    let never = PaymentLimits(perPeriod: units(100), asking: .never)
    #expect(
      decide(20, status(never, withoutPIN: 20)) == .noQuestion(atMost: units(20)), "the fee may not rise above it")
    #expect(decide(21, status(never, withoutPIN: 20)) == .ask)
    #expect(decide(1, status(never, withoutPIN: 0)) == .ask, "a currency that the PIN does not name always needs it")
    let above = PaymentLimits(perPeriod: units(100), asking: .above(units(50)))
    #expect(decide(30, status(above, withoutPIN: 20)) == .ask)
    #expect(decide(10, status(above, withoutPIN: 20)) == .noQuestion(atMost: units(20)))
    #expect(
      decide(101, status(never, withoutPIN: 20)) == exceeded(.perPeriod, left: 100), "what does not fit is refused")
  }

  @Test func aNewRecipientIsAskedAboutWhateverTheAmount() {
    for asking in [PaymentLimits.Asking.never, .above(units(50))] {
      var limits = PaymentLimits(perPeriod: units(100), asking: asking, asksForNewRecipients: true)
      #expect(decide(1, status(limits)) == .ask)
      #expect(decide(0, status(limits)) == .ask)
      #expect(decide(101, status(limits)) == exceeded(.perPeriod, left: 100), "what does not fit is refused")
      #expect(decide(1, status(limits, isKnown: true)) != .ask)
      limits.recipients = ["a": units(10)]
      #expect(decide(1, status(limits)) == .noQuestion(atMost: units(10)), "whom the owner has named is known")
      #expect(decide(1, status(limits), to: "b") == .ask)
      limits.asking = .refuse
      #expect(decide(1, status(limits)) == .denied)
    }
    let above = PaymentLimits(perPeriod: units(100), asking: .above(units(50)), asksForNewRecipients: true)
    #expect(decide(51, status(above, isKnown: true)) == .ask, "to one that is known the amount still counts")
    #expect(decide(1, status(above, isKnown: true, withoutPIN: 0)) == .ask)
  }

  private func decide(_ total: UInt128, _ status: BudgetStatus, to recipient: String = "a") -> BudgetDecision {
    BudgetRules.decide(units(total), to: recipient, status)
  }

  private func exceeded(_ limit: BudgetExceeded.Limit, left: UInt128, waits: Bool = true) -> BudgetDecision {
    .exceeded(BudgetExceeded(limit: limit, left: units(left), resetsAt: waits ? second(3600) : nil))
  }

  @Test func `without limits the owner is asked about everything`() {
    #expect(decide(1, status(.askAlways)) == .ask)
    #expect(decide(.max, status(.askAlways)) == .ask)
    #expect(BudgetRules.left(status(.askAlways)) == nil)
  }

  @Test func `within the limits: always, above, never`() {
    let always = status(PaymentLimits(perPeriod: units(100)), used: 40)
    #expect(decide(60, always) == .ask)
    let above = status(PaymentLimits(perPeriod: units(100), asking: .above(units(10))), used: 40)
    #expect(decide(10, above) == .noQuestion(atMost: units(10)))
    #expect(decide(11, above) == .ask)
    let nearlySpent = status(PaymentLimits(perPeriod: units(100), asking: .above(units(10))), used: 95)
    #expect(decide(5, nearlySpent) == .noQuestion(atMost: units(5)), "the fee may not rise beyond what is left")
    let never = status(PaymentLimits(perPeriod: units(100), asking: .never), used: 40)
    #expect(decide(60, never) == .noQuestion(atMost: units(60)))
  }

  @Test func `what does not fit is refused, with what is left and when there is more`() {
    let day = status(PaymentLimits(perPeriod: units(100), asking: .never), used: 40)
    #expect(decide(61, day) == exceeded(.perPeriod, left: 60))
    #expect(decide(1, status(PaymentLimits(perPeriod: units(100)), used: 130)) == exceeded(.perPeriod, left: 0))
    let one = status(PaymentLimits(perPayment: units(30), perPeriod: units(100)), used: 40)
    #expect(decide(31, one) == exceeded(.perPayment, left: 30, waits: false), "waiting does not help")
    #expect(decide(30, one) == .ask)
    let both = status(PaymentLimits(perPayment: units(30), perPeriod: units(100)), used: 90)
    #expect(decide(31, both) == exceeded(.perPeriod, left: 10), "the narrower one counts")
  }

  @Test func `the number of payments`() {
    let limits = PaymentLimits(perPeriod: units(100), count: 2, asking: .never)
    #expect(decide(1, status(limits, count: 1)) == .noQuestion(atMost: units(100)))
    #expect(decide(1, status(limits, count: 2)) == exceeded(.count, left: 0))
    #expect(decide(0, status(limits, count: 2)) == exceeded(.count, left: 0), "not even nothing")
    #expect(BudgetRules.left(status(limits, count: 2)) == .zero)
  }

  @Test func `a recipient with a limit of its own`() {
    let limits = PaymentLimits(perPeriod: units(100), asking: .never, recipients: ["a": units(10)])
    #expect(decide(10, status(limits)) == .noQuestion(atMost: units(10)))
    #expect(decide(7, status(limits, used: 4, toRecipient: 4)) == exceeded(.recipient, left: 6))
    #expect(decide(90, status(limits), to: "b") == .noQuestion(atMost: units(100)))
    #expect(decide(7, status(limits, used: 95, toRecipient: 4)) == exceeded(.perPeriod, left: 5))
    #expect(BudgetRules.left(status(limits, toRecipient: 4)) == units(100), "to nobody in particular")
  }

  @Test func `refuse denies all, and stands against no yes of the owner's own`() {
    let refuse = status(PaymentLimits(perPeriod: units(100), asking: .refuse))
    #expect(decide(1, refuse) == .denied)
    #expect(BudgetRules.left(refuse) == .zero)
    #expect(BudgetRules.refusal(of: units(100), to: "a", refuse) == nil)
    #expect(BudgetRules.mostApprovable(refuse) == units(100))
  }

  @Test func `payments without a question need a limit per period`() {
    #expect(PaymentLimits(asking: .never).problem == .unboundedWithoutAsking)
    #expect(PaymentLimits(perPayment: units(1), count: 1, asking: .above(units(1))).problem == .unboundedWithoutAsking)
    #expect(PaymentLimits(perPeriod: units(1), asking: .never).problem == nil)
    #expect(PaymentLimits(count: -1).problem == .negativeCount)
    // If such limits exist nevertheless, the owner is asked.
    #expect(decide(1, status(PaymentLimits(asking: .never))) == .ask)
    #expect(decide(1, status(PaymentLimits(perPayment: units(9), asking: .never))) == .ask)
  }

  @Test func `the warning comes at 80 %, of the sum or of the number`() {
    let limits = PaymentLimits(perPeriod: units(100), count: 5)
    func isLow(_ amount: UInt128, _ count: Int) -> Bool {
      BudgetRules.isLow(BudgetUsage(amount: units(amount), count: count), limits)
    }
    #expect(!isLow(79, 0))
    #expect(isLow(80, 0))
    #expect(!isLow(0, 3))
    #expect(isLow(0, 4))
    #expect(!BudgetRules.isLow(BudgetUsage(amount: units(.max), count: .max), .askAlways))
  }

  @Test func `what widens limits`() {
    let limits = PaymentLimits(
      perPayment: units(5), perPeriod: units(50), count: 5, asking: .above(units(1)), recipients: ["a": units(3)])
    #expect(!limits.widens(limits))
    func widens(_ change: (inout PaymentLimits) -> Void) -> Bool {
      var changed = limits
      change(&changed)
      return changed.widens(limits)
    }
    #expect(widens { $0.perPayment = nil })
    #expect(!widens { $0.asksForNewRecipients = true })
    #expect(widens { $0.perPeriod = units(51) })
    #expect(!widens { $0.perPeriod = units(49) })
    #expect(widens { $0.period = .week })
    #expect(widens { $0.count = 6 })
    #expect(widens { $0.recipients = [:] })
    #expect(!widens { $0.recipients["b"] = units(1) })
    #expect(widens { $0.asking = .never })
    #expect(widens { $0.asking = .above(units(2)) })
    #expect(!widens { $0.asking = .above(.zero) })
    #expect(!widens { $0.asking = .always })
    #expect(!widens { $0.asking = .refuse })
    #expect(PaymentLimits.askAlways.widens(PaymentLimits(asking: .refuse)))
    // Whom the owner names, the owner is not asked about any more.
    let asking = PaymentLimits(perPeriod: units(50), asking: .above(units(1)), asksForNewRecipients: true)
    var naming = asking
    naming.recipients["a"] = units(1)
    #expect(naming.widens(asking))
    naming.asking = .always
    #expect(!naming.widens(asking))
  }

  @Test func `no amount or address stands in a description`() {
    let limits = PaymentLimits(perPeriod: units(4711), asking: .above(units(4711)), recipients: ["secret": units(1)])
    #expect(!"\(limits)".contains("4711"))
    #expect(!"\(limits)".contains("secret"))
  }

  @Test func `an order is counted from its approval on, and no longer once it ended unpaid`() {
    var order = order()
    _ = order.handle(.created, .quoted(fee: units(3)))
    #expect(order.countedTotal == nil)
    var paid = OrderMachine.submitted()
    #expect(paid.countedTotal == units(103), "at the real fee")
    _ = paid.handle(.commitDoubt)
    #expect(paid.countedTotal == units(103), "in doubt it counts")
    var lost = paid
    _ = paid.handle(.lookedUp(.confirmed(2)))
    #expect((paid.state, paid.countedTotal) == (.succeeded, units(103)))
    _ = lost.handle(.lookedUp(.conflicted(confirmations: 6)))
    #expect((lost.state, lost.countedTotal) == (.failed, nil))
  }
}
