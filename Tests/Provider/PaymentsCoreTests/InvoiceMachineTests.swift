import PaymentsCore
import PaymentsModel
import Testing

@Suite struct InvoiceTests {
  @Test func `paid in time, confirmed, settled`() {
    var invoice = invoice()
    #expect(invoice.nextDeadline == second(60))
    #expect(invoice.handle(seen("a", 100, at: 10)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.processing, .paid))
    #expect(invoice.confirmedAmount == .zero)
    #expect(invoice.handle(.clock(second(61))).isEmpty, "money that came in time may confirm after the deadline")
    #expect(invoice.handle(seen("a", 100, confirmations: 1, at: 70)) == [.changed])
    #expect(invoice.transfers.map(\.state) == [.confirming])
    #expect(invoice.handle(seen("a", 100, confirmations: 2, at: 80)) == [.changed])
    #expect((invoice.state, invoice.version, invoice.progress.updatedAt) == (.settled, 4, second(80)))
    #expect(invoice.confirmedAmount == units(100))
    #expect(invoice.handle(seen("a", 100, confirmations: 3, at: 90)).isEmpty, "more than wanted is no news")
    #expect(invoice.nextDeadline == nil)
  }

  @Test func `in two parts, the second too much`() {
    var invoice = invoice()
    #expect(invoice.handle(seen("a", 40, at: 1)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.pending, .partial))
    #expect(invoice.handle(seen("b", 90, at: 2)) == [.changed])
    #expect((invoice.state, invoice.payment, invoice.paidAmount) == (.processing, .over, units(130)))
    #expect(invoice.handle(seen("b", 90, confirmations: 2, at: 3)) == [.changed])
    #expect(invoice.state == .processing, "90 of 100 are confirmed")
    #expect(invoice.handle(seen("a", 40, confirmations: 2, at: 4)) == [.changed])
    #expect(invoice.state == .settled)
  }

  @Test func `seeing the same again changes nothing`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", 100, confirmations: 1, at: 1))
    let before = invoice
    #expect(invoice.handle(seen("a", 100, confirmations: 1, at: 5)).isEmpty)
    #expect(invoice == before)
    #expect(invoice.handle(seen("never", 100, removed: true, at: 6)).isEmpty)
    #expect(invoice == before)
  }

  @Test func `a double spend before the deadline makes it pending again`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", 100, at: 1))
    #expect(invoice.handle(seen("a", 100, removed: true, at: 2)) == [.changed])
    #expect((invoice.state, invoice.payment, invoice.paidAmount) == (.pending, .none, .zero))
    #expect(invoice.transfers.map(\.state) == [.removed])
    #expect(invoice.handle(.clock(second(60))) == [.changed])
    #expect(invoice.state == .expired)
  }

  @Test func `a reorganisation takes a settled one back, and gives it back`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", 100, confirmations: 2, at: 1))
    #expect(invoice.state == .settled)
    #expect(invoice.handle(seen("a", 100, confirmations: 0, at: 100)) == [.changed])
    #expect(invoice.state == .processing)
    #expect(invoice.handle(seen("a", 100, removed: true, at: 110)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.invalid, .none))
    #expect(invoice.handle(seen("a", 100, confirmations: 1, at: 120)) == [.changed])
    #expect(invoice.state == .processing)
    #expect(invoice.handle(seen("a", 100, confirmations: 2, at: 130)) == [.changed])
    #expect(invoice.state == .settled)
  }

  @Test func `expired with a part, then the rest comes late`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", 40, at: 1))
    #expect(invoice.handle(.clock(second(60))) == [.changed])
    #expect((invoice.state, invoice.payment) == (.expired, .partial))
    #expect(invoice.handle(seen("b", 80, at: 100)) == [.changed])
    #expect((invoice.state, invoice.payment, invoice.paidAmount) == (.expired, .late, units(120)))
    _ = invoice.handle(seen("b", 80, confirmations: 2, at: 110))
    #expect(invoice.state == .expired, "late money settles nothing")
  }

  @Test func `money at the very deadline is late, even before the clock struck`() {
    var invoice = invoice()
    #expect(invoice.handle(seen("a", 100, at: 60)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.expired, .late))
  }

  @Test func `a clock set back makes nothing punctual`() {
    var invoice = invoice()
    _ = invoice.handle(.clock(second(60)))
    _ = invoice.handle(.clock(second(10)))
    #expect(invoice.state == .expired)
    _ = invoice.handle(seen("a", 100, at: 10))
    #expect((invoice.state, invoice.payment) == (.expired, .late))
    #expect(invoice.progress.updatedAt == second(60))
  }

  @Test func `not confirmed within the monitoring period`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", 100, at: 1))
    #expect(invoice.nextDeadline == second(600))
    #expect(invoice.handle(.clock(second(600))) == [.changed])
    #expect((invoice.state, invoice.payment) == (.invalid, .paid))
    // The provider was not running, and learns only now that the transfer was confirmed long ago.
    #expect(invoice.handle(seen("a", 100, confirmations: 50, at: 900)) == [.changed])
    #expect(invoice.state == .settled)
  }

  @Test func `money that is seen after the monitoring period is told of all the same`() {
    var invoice = invoice()
    _ = invoice.handle(.clock(second(60)))
    #expect(invoice.handle(.clock(second(600))).isEmpty)
    #expect(invoice.handle(seen("a", 100, at: 700)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.expired, .late))
  }

  @Test func `withdrawn before anything was seen`() {
    var invoice = invoice()
    #expect(invoice.handle(.cancel(second(1))) == [.changed, .cancelAnswered(.cancelled)])
    #expect(invoice.state == .cancelled)
    #expect(invoice.handle(.cancel(second(2))) == [.cancelAnswered(.cancelled)])
    #expect(invoice.handle(seen("a", 100, at: 3)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.cancelled, .late))
    #expect(invoice.handle(.clock(second(700))).isEmpty)
  }

  @Test func `not withdrawn once money was seen or time is over`() {
    var paid = invoice()
    _ = paid.handle(seen("a", 1, at: 1))
    #expect(paid.handle(.cancel(second(2))) == [.cancelAnswered(.tooLate)])
    #expect(paid.state == .pending)
    var late = invoice()
    #expect(late.handle(.cancel(second(60))) == [.changed, .cancelAnswered(.tooLate)])
    #expect(late.state == .expired)
  }

  @Test func `a top-up takes what comes`() {
    var invoice = invoice(amount: nil)
    #expect(invoice.handle(seen("a", 1, confirmations: 2, at: 1)) == [.changed])
    #expect(invoice.state == .settled)
    #expect(invoice.handle(seen("b", 5, at: 2)) == [.changed])
    #expect((invoice.state, invoice.payment, invoice.paidAmount) == (.settled, .paid, units(6)))
  }

  @Test func `without confirmations wanted it settles on sight`() {
    var invoice = invoice(confirmationsWanted: 0)
    #expect(invoice.handle(seen("a", 100, at: 1)) == [.changed])
    #expect(invoice.state == .settled)
    #expect(invoice.handle(seen("a", 100, removed: true, at: 2)) == [.changed])
    #expect(invoice.state == .pending)
  }

  @Test func `sums beyond 128 bits do not stop the daemon`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", .max, at: 1))
    _ = invoice.handle(seen("b", .max, at: 1))
    #expect(invoice.paidAmount == units(.max))
    #expect(invoice.payment == .over)
  }

  @Test func `a sum that did not fit stays the largest one`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", .max, at: 1))
    _ = invoice.handle(seen("b", 5, at: 1))
    _ = invoice.handle(seen("b", 5, removed: true, at: 2))
    #expect(invoice.paidAmount == units(.max), "nobody knows any more what was beyond it")
  }

  @Test func `each event changes at most one transfer, of which it tells both sides`() {
    var invoice = invoice(confirmationsWanted: 1)
    for index in 0..<1000 { _ = invoice.handle(seen("t\(index)", 1, at: 1)) }
    #expect(invoice.totals.count == 1000)
    let known = invoice.transfers[500]
    var machine = invoice.machine
    let event = seen("t500", 1, confirmations: 1, at: 2)
    let effects = machine.handle(event, known: { $0 == "t500" ? known : nil })
    let now = InvoiceTransfer(
      id: "t500", transactionID: "tx-t500", amount: units(1), confirmations: 1, state: .confirmed,
      firstSeenAt: second(1), position: 500)
    #expect(effects == [.transferChanged(TransferChange(before: known, now: now)), .changed])
    #expect(
      machine.totals == InvoiceTotals(count: 1000, paid: units(1000), paidInTime: units(1000), confirmed: units(1)))
    #expect(machine.handle(event, known: { _ in now }).isEmpty)
  }

  @Test func `a transfer that was final long ago is taken back out of every sum`() {
    var invoice = invoice()
    for index in 0..<100 { _ = invoice.handle(seen("t\(index)", 1, confirmations: 2, at: 1)) }
    #expect(invoice.state == .settled)
    #expect(invoice.handle(seen("t0", 1, removed: true, at: 100)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.invalid, .partial))
    #expect(invoice.totals == InvoiceTotals(count: 100, paid: units(99), paidInTime: units(99), confirmed: units(99)))
    #expect(invoice.handle(seen("t0", 1, confirmations: 2, at: 101)) == [.changed])
    #expect((invoice.state, invoice.payment) == (.settled, .paid))
  }

  @Test func `no address or amount in a log`() {
    var invoice = invoice()
    _ = invoice.handle(seen("a", 123_456, at: 1))
    for text in ["\(invoice)", String(reflecting: invoice)] {
      #expect(!text.contains("secret-address") && !text.contains("123456"))
    }
  }
}
