import Ledger
import PaymentsCore
import PaymentsModel
import Testing

@Suite struct BudgetTests {
  private let monday = CivilDay(year: 2026, month: 11, day: 16)

  private func units(_ count: UInt128) -> Amount { Amount(atomicUnits: count) }

  private func reservation(
    _ order: OrderMachine, _ amount: UInt128, on day: CivilDay, countsRecipient: Bool = false
  ) -> BudgetReservation {
    BudgetReservation(
      order: order.terms.id, app: order.terms.app, currency: order.terms.currency, recipient: order.terms.address,
      countsRecipient: countsRecipient, day: day, amount: units(amount))
  }

  private func used(_ ledger: Ledger, _ days: Range<CivilDay>, to recipient: String? = nil) async throws -> [UInt128] {
    let usage = try await ledger.read { reader in
      try reader.budgetUsage(of: alice, currency: "TST", recipient: recipient, in: days)
    }
    return [usage.amount.atomicUnits, UInt128(usage.count)]
  }

  @Test func `a reservation is settled to what it cost, or released, on the day of its approval`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    let (one, other) = (makeOrder("o1"), makeOrder("o2"))
    let tuesday = monday.advanced(by: 1)
    let week = BudgetPeriod.week.days(around: monday)
    try await ledger.write { transaction in
      try transaction.reserve(reservation(one, 100, on: monday))
      try transaction.reserve(reservation(other, 30, on: tuesday))
    }
    #expect(try await used(ledger, week) == [130, 2])
    #expect(try await used(ledger, BudgetPeriod.day.days(around: tuesday)) == [30, 1])
    try await ledger.write { transaction in
      try transaction.settleReservation(one, total: units(95))
      try transaction.releaseReservation(other)
    }
    #expect(try await used(ledger, week) == [95, 1])
    // Repeating the calls changes nothing, and neither does an order that was never counted.
    try await ledger.write { transaction in
      try transaction.releaseReservation(other)
      try transaction.settleReservation(one, total: units(95))
      try transaction.settleReservation(makeOrder("o3"), total: units(7))
    }
    #expect(try await used(ledger, week) == [95, 1])
    await #expect(throws: LedgerError.constraint) {
      try await ledger.write { transaction in
        try transaction.reserve(reservation(one, 1, on: monday))
      }
    }
    #expect(try await used(ledger, BudgetPeriod.week.days(around: monday.advanced(by: 7))) == [0, 0])
    await ledger.close()
  }

  @Test func `a unit that is taken back counts nothing, and a closed ledger forgets nothing`() async throws {
    let folder = try TemporaryFolder()
    var ledger = try folder.open()
    let day = BudgetPeriod.day.days(around: monday)
    await #expect(throws: LedgerError.abandoned) {
      try await ledger.write { transaction in
        try transaction.reserve(reservation(makeOrder("o1"), 5, on: monday))
        throw LedgerError.abandoned
      }
    }
    #expect(try await used(ledger, day) == [0, 0])
    try await ledger.write { transaction in
      try transaction.reserve(reservation(makeOrder("o1"), 6, on: monday))
    }
    await ledger.close()
    ledger = try folder.open()
    #expect(try await used(ledger, day) == [6, 1])
    await ledger.close()
  }

  @Test func `many at once never take more than fits, and as many as fit do`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    let day = BudgetPeriod.day.days(around: monday)
    let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask {
          try await ledger.write { transaction -> Bool in
            let usage = try transaction.budgetUsage(of: alice, currency: "TST", in: day)
            let status = BudgetStatus(
              limits: PaymentLimits(perPeriod: units(1000)), usage: usage, resetsAt: second(0))
            guard BudgetRules.refusal(of: units(7), to: "to", status) == nil else { return false }
            try transaction.reserve(reservation(makeOrder("o\(number)"), 7, on: monday))
            return true
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 142)
    #expect(try await used(ledger, day) == [994, 142])
    #expect(ledger.statistics.largestCommit > 1, "they were committed together")
    await ledger.close()
  }

  @Test func `limits come back as they were set, and a recipient is counted from what was ordered`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let order = makeOrder("o1")
    let week = BudgetPeriod.week.days(around: monday)
    let limits = PaymentLimits(
      perPayment: units(.max), perPeriod: units(50), period: .week, count: 3, asking: .above(units(5)),
      asksForNewRecipients: true, recipients: ["to": units(40), "with space": units(1)])
    try await ledger.write { transaction in
      try transaction.insertOrder(order)
      try transaction.reserve(reservation(order, 12, on: monday))
      try transaction.setPaymentLimits(limits, of: alice, currency: "TST", in: week)
      // Setting the same limits again does not count the payments again.
      try transaction.setPaymentLimits(limits, of: alice, currency: "TST", in: week)
    }
    #expect(try await used(ledger, week, to: "to") == [12, 1])
    func stored() async throws -> PaymentLimits? {
      try await ledger.read { reader in try reader.paymentLimits(of: alice, currency: "TST") }
    }
    #expect(try await stored() == limits)
    try await ledger.write { transaction in
      try transaction.releaseReservation(order)
      try transaction.withdrawGrants(of: alice)
    }
    #expect(try await used(ledger, week, to: "to") == [0, 0])
    #expect(try await stored()?.asking == .always)
    #expect(try await stored()?.asksForNewRecipients == false)
    #expect(try await stored()?.perPeriod == units(50))
    try await ledger.write { transaction in
      try transaction.setPaymentLimits(nil, of: alice, currency: "TST", in: week)
    }
    #expect(try await stored() == nil)
    await #expect(throws: LedgerError.constraint) {
      try await ledger.write { transaction in
        try transaction.setPaymentLimits(limits, of: bob, currency: "TST", in: week)
      }
    }
    await ledger.close()
  }

  @Test func `a warning is noted once a period`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    func note(_ period: BudgetPeriod, _ day: CivilDay) async throws -> Bool {
      try await ledger.write { transaction in
        try transaction.noteBudgetWarning(alice, currency: "TST", period: period, first: day)
      }
    }
    #expect(try await note(.day, monday))
    #expect(try await !note(.day, monday))
    #expect(try await note(.day, monday.advanced(by: 1)))
    #expect(try await note(.week, monday))
    await ledger.close()
  }
}
