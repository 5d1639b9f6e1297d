import PaymentsCore
import PaymentsModel
import TestSupport
import Testing

@Suite struct InvoiceInvariantTests {
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `random stories keep the rules`(seed: UInt64) {
    var generator = SeededRandom(seed)
    var invoice = invoice(confirmationsWanted: Int.random(in: 0...2, using: &generator))
    var now = 0.0
    for _ in 0..<40 {
      let before = invoice
      now += Double.random(in: 0...40, using: &generator)
      let event = randomEvent(at: now, &generator)
      let effects = invoice.handle(event)
      let changes = effects.filter { if case .changed = $0 { true } else { false } }
      #expect(changes.count <= 1)
      #expect(invoice.version == before.version + Int64(changes.count), "one version for each visible change")
      #expect((invoice == before) == changes.isEmpty)
      check(invoice, after: before)
    }
  }

  private func randomEvent(at now: Double, _ generator: inout SeededRandom) -> InvoiceEvent {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: .cancel(second(now))
    case 1...5: .clock(second(now))
    default:
      seen(
        ["a", "b", "c"].randomElement(using: &generator) ?? "a", [30, 70, 100].randomElement(using: &generator) ?? 1,
        confirmations: Int.random(in: 0...3, using: &generator), removed: Int.random(in: 0..<5, using: &generator) == 0,
        at: now)
    }
  }

  private func check(_ invoice: InvoiceWithTransfers, after before: InvoiceWithTransfers) {
    let paid = invoice.paidAmount
    let asked = units(100)
    #expect(invoice.confirmedAmount <= paid)
    #expect(invoice.totals == invoice.counted, "the totals are those of all transfers")
    #expect(invoice.transfers.map(\.position) == Array(0..<invoice.totals.count))
    #expect(invoice.transfers.count >= before.transfers.count, "a transfer is never forgotten")
    #expect((invoice.payment == .none) == (paid == .zero))
    #expect((invoice.payment == .partial) == (paid > .zero && paid < asked))
    switch invoice.state {
    case .settled: #expect(invoice.confirmedAmount >= asked)
    case .processing: #expect(paid >= asked)
    case .pending: #expect(paid < asked)
    case .expired: #expect(paid < asked || invoice.payment == .late)
    case .cancelled, .invalid: break
    }
    if before.state == .cancelled { #expect(invoice.state == .cancelled) }
    if before.state == .expired { #expect(invoice.state != .pending && invoice.state != .cancelled) }
    #expect(invoice.progress.updatedAt >= before.progress.updatedAt)
  }
}
