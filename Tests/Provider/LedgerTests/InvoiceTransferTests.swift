import GRDB
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing

@testable import Ledger

/// Anybody who knows an invoice's address can pay it with any number of transfers.
@Suite struct InvoiceTransferTests {
  private let id = InvoiceID(rawValue: "i1")

  private func makeStoredInvoice(_ ledger: Ledger) async throws {
    try await ledger.admit(alice)
    let invoice = makeInvoice("i1", address: "a1", amount: Amount(atomicUnits: 100))
    try await ledger.write { transaction in
      try transaction.insertInvoice(invoice)
      try transaction.insertAddress(
        AddressRecord(
          currency: "TST", address: "a1", app: alice, label: nil, purpose: "invoice", invoiceID: invoice.terms.id,
          createdAt: second(0)))
    }
  }

  @Test func `a thousand transfers: what is shown has a bound, the sums are those of all`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await makeStoredInvoice(ledger)
    for index in 0..<1000 {
      let record = try #require(try await ledger.apply(seen("t\(index)", 1, index % 2 * 2, at: 1), to: "i1"))
      #expect(record.newest.count == min(index + 1, InvoiceRecord.shownTransfers))
      #expect(record.earlierTransfers == max(index + 1 - InvoiceRecord.shownTransfers, 0))
    }
    let totals = try await ledger.read { reader in try reader.invoice(id)?.totals }
    let (all, half) = (Amount(atomicUnits: 1000), Amount(atomicUnits: 500))
    #expect(totals == InvoiceTotals(count: 1000, paid: all, paidInTime: all, confirmed: half))
    let record = try await ledger.read { reader in try reader.invoices(of: alice, page: LedgerPage(limit: 1)) }.first
    #expect(record?.newest.map(\.id) == (984..<1000).map { "t\($0)" }, "the newest, oldest first")
    // Nothing of one that has long left what is shown is lost.
    try await ledger.apply(seen("t1", 1, 0, removed: true, at: 9), to: "i1")
    let after = try await ledger.read { reader in (try reader.invoice(id)?.totals, try reader.transfer("t1", of: id)) }
    #expect(after.0?.paid == Amount(atomicUnits: 999) && after.0?.confirmed == Amount(atomicUnits: 499))
    #expect(after.1?.state == .removed && after.1?.position == 1)
    let bookings = try await ledger.read { reader in
      try reader.bookings(BookingFilter(), after: BookingPlace(at: second(-1)), before: .maximum, limit: 2000)
    }
    #expect(bookings.count == 501)
    #expect(bookings.last?.booking.kind == .takenBack)
    await ledger.close()
  }

  @Test(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite"))
  func `a transfer writes as many rows as the first did`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await makeStoredInvoice(ledger)
    @Sendable func changes(_ transaction: LedgerTransaction) -> Int {
      (transaction.database as? SQLiteDatabase)?.totalChanges ?? 0
    }
    func rows(_ event: InvoiceEvent) async throws -> Int {
      let before = try await ledger.write { changes($0) }
      try await ledger.apply(event, to: "i1")
      return try await ledger.write { changes($0) } - before
    }
    #expect(try await rows(seen("first", 1, 0, at: 1)) == 3, "the transfer, the invoice, and that the address is paid")
    for index in 0..<100 {
      #expect(try await rows(seen("t\(index)", 1, 0, at: 1)) == 2, "the transfer and the invoice")
    }
    #expect(try await rows(seen("t7", 1, 1, at: 2)) == 2)
    #expect(try await rows(seen("t7", 1, 2, at: 3)) == 4, "and its booking, with the sums of the day")
    await ledger.close()
  }

  @Test func `transfers come in pages, newest first, of one invoice only`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await makeStoredInvoice(ledger)
    try await ledger.write { transaction in try transaction.insertInvoice(makeInvoice("i2", address: "a2")) }
    for index in 0..<5 {
      try await ledger.apply(seen("t\(index)", 1, 0, at: 1), to: "i1")
      try await ledger.apply(seen("t\(index)", 1, 0, at: 1), to: "i2")
    }
    func page(before: Int?) async throws -> [String] {
      try await ledger.read { reader in try reader.transfers(of: id, before: before, limit: 2).map(\.id) }
    }
    #expect(try await page(before: nil) == ["t4", "t3"])
    #expect(try await page(before: 3) == ["t2", "t1"])
    #expect(try await page(before: 1) == ["t0"])
    #expect(try await page(before: 0).isEmpty)
    await ledger.close()
  }

  @Test func `what a transaction paid is the sum of its outputs that are still there`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await makeStoredInvoice(ledger)
    func output(_ index: Int, of transaction: String, _ amount: UInt128, removed: Bool = false) -> InvoiceEvent {
      .transferSeen(
        TransferObservation(
          id: "\(transaction):\(index)", transactionID: transaction, amount: Amount(atomicUnits: amount),
          confirmations: 0, removed: removed), at: second(1))
    }
    for event in [output(0, of: "x", 3), output(1, of: "x", 4), output(2, of: "x", 5), output(0, of: "y", 6)] {
      try await ledger.apply(event, to: "i1")
    }
    try await ledger.apply(output(2, of: "x", 5, removed: true), to: "i1")
    func paying(limit: Int) async throws -> [String] {
      try await ledger.read { reader in try reader.payingTransactions(of: id, limit: limit) }
    }
    func amount(_ transaction: String) async throws -> UInt128? {
      try await ledger.read { reader in try reader.amount(paidBy: transaction, to: id)?.atomicUnits }
    }
    #expect(Set(try await paying(limit: 9)) == ["x", "y"])
    #expect(try await paying(limit: 1).count == 1)
    #expect(try await amount("x") == 7)
    #expect(try await amount("z") == nil)
    try await ledger.apply(output(0, of: "y", 6, removed: true), to: "i1")
    #expect(try await paying(limit: 9) == ["x"])
    #expect(try await amount("y") == nil)
    await ledger.close()
  }
}
