import Ledger
import PaymentsCore
import PaymentsModel
import Testing

@Suite struct RecordTests {
  @Test func `an order is read back as it was written, at every step`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    var order = makeOrder("o1")
    let signedTransaction = SignedTransaction(transactionID: "tx", fee: Amount(atomicUnits: 3), blob: [0, 1, 255])
    let approval = OrderApproval(
      kind: .standing, at: second(1), quote: OrderQuote(fee: Amount(atomicUnits: 4), at: second(2)),
      feeCap: Amount(atomicUnits: 9), expiresAt: second(50), paramsDigest: "d")
    try await ledger.write { [order] transaction in try transaction.insertOrder(order) }
    let events: [OrderEvent] = [
      .quoteFailed(.temporary), .quoted(fee: Amount(atomicUnits: 4)), .approved(approval), .prepared(signedTransaction),
      .commitDoubt,
      .lookedUp(.confirmed(1)),
      .lookedUp(.replaced(by: PaymentReplacement(transactionID: "r", fee: Amount(atomicUnits: 7)), confirmations: 1)),
      .lookedUp(.conflicted(confirmations: 6)),
    ]
    for event in events {
      let version = order.version
      _ = order.mayHandOver(at: second(2))
      let effects = order.handle(event, at: second(2))
      if effects.contains(.report) {
        try await ledger.write { [order] transaction in
          try transaction.updateOrder(order, expectedVersion: version)
        }
      }
      let stored = try await ledger.read { reader in try reader.order(OrderID(rawValue: "o1")) }
      #expect(stored?.progress == order.progress, "\(event)")
      #expect(stored?.terms == order.terms)
      #expect(stored?.isTransactionStored == (order.progress.signedTransaction != nil))
      let open = try await ledger.read { reader in try reader.openOrders() }
      #expect(open.map(\.terms.id.rawValue) == (order.state.isTerminal ? [] : ["o1"]))
    }
    #expect(order.state == .failed)
    await ledger.close()
  }

  @Test func `an order changes only from the version that was read, and never after its end`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    var order = makeOrder("o1")
    try await ledger.write { [order] transaction in try transaction.insertOrder(order) }
    _ = order.handle(.denied, at: second(1))
    await #expect(throws: LedgerError.versionConflict) {
      try await ledger.write { [order] transaction in
        try transaction.updateOrder(order, expectedVersion: 7)
      }
    }
    try await ledger.write { [order] transaction in
      try transaction.updateOrder(order, expectedVersion: 1)
    }
    var risen = order.progress
    risen.state = .approved
    risen.version = 3
    let zombie = OrderMachine(terms: order.terms, progress: risen)
    await #expect(throws: LedgerError.versionConflict) {
      try await ledger.write { transaction in
        try transaction.updateOrder(zombie, expectedVersion: 2)
      }
    }
    await #expect(throws: LedgerError.constraint) {
      try await ledger.write { transaction in try transaction.insertOrder(makeOrder("o1")) }
    }
    await #expect(throws: LedgerError.constraint) {
      try await ledger.write { transaction in try transaction.insertOrder(makeOrder("o2", app: bob))
      }
    }
    await ledger.close()
  }

  @Test func `a second transaction for an order cannot be stored`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let approval = OrderApproval(
      kind: .owner, at: second(1), quote: OrderQuote(fee: .zero, at: second(1)), feeCap: Amount(atomicUnits: 9),
      expiresAt: nil, paramsDigest: "d")
    var approved = makeOrder("o1")
    _ = approved.handle(.quoted(fee: .zero), at: second(1))
    _ = approved.handle(.approved(approval), at: second(1))
    var (one, other) = (approved, approved)
    _ = one.handle(.prepared(SignedTransaction(transactionID: "one", fee: .zero, blob: [])), at: second(2))
    _ = other.handle(.prepared(SignedTransaction(transactionID: "other", fee: .zero, blob: [])), at: second(2))
    try await ledger.write { [one] transaction in try transaction.insertOrder(one) }
    await #expect(throws: LedgerError.versionConflict) {
      try await ledger.write { [other, one] transaction in
        try transaction.updateOrder(other, expectedVersion: one.version)
      }
    }
    let stored = try await ledger.read { reader in try reader.order(OrderID(rawValue: "o1")) }
    #expect(stored?.transactionID == "one")
    await ledger.close()
  }

  @Test func `an invoice with its transfers`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let new = makeInvoice("i1", address: "a1", amount: Amount(atomicUnits: 100))
    try await ledger.write { transaction in try transaction.insertInvoice(new) }
    try await ledger.apply(seen("z", 60, 0, at: 5), to: "i1")
    try await ledger.apply(seen("a", 40, 1, at: 5), to: "i1")
    let record = try #require(try await ledger.apply(seen("z", 60, 0, removed: true, at: 5), to: "i1"))
    let invoice = record.invoice
    let (byID, byAddress, none) = try await ledger.read { reader in
      (
        try reader.invoice(InvoiceID(rawValue: "i1")), try reader.invoice(address: "a1", currency: "TST"),
        try reader.invoice(address: "a1", currency: "XXX")
      )
    }
    #expect(byID == invoice)
    #expect(byAddress == invoice)
    #expect(none == nil)
    #expect(record.newest.map(\.id) == ["z", "a"])
    #expect(record.newest.map(\.state) == [.removed, .confirming])
    let listed = try await ledger.read { reader in try reader.invoices(of: alice, page: LedgerPage(limit: 9)) }
    #expect(listed == [record])
    await #expect(throws: LedgerError.constraint, "an address belongs to one invoice") {
      try await ledger.write { transaction in
        try transaction.insertInvoice(makeInvoice("i2", address: "a1"))
      }
    }
    await #expect(throws: LedgerError.versionConflict) {
      try await ledger.write { transaction in
        try transaction.updateInvoice(invoice, expectedVersion: 1)
      }
    }
    await ledger.close()
  }

  @Test func `lists come in pages, newest first, of one app only`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    try await ledger.write { transaction in
      for index in 0..<5 {
        try transaction.insertOrder(makeOrder("o\(index)", at: Double(index / 2), currency: index == 4 ? "OTH" : "TST"))
        try transaction.insertInvoice(makeInvoice("i\(index)", address: "a\(index)"))
        try transaction.insertAddress(
          AddressRecord(
            currency: "TST", address: "a\(index)", app: alice, label: nil, purpose: "invoice",
            invoiceID: InvoiceID(rawValue: "i\(index)"), createdAt: second(0)))
      }
      try transaction.insertOrder(makeOrder("bobs", app: bob))
    }
    func orders(_ currency: String?, _ page: LedgerPage, of app: AppKey = alice) async throws -> [String] {
      try await ledger.read { reader in
        try reader.orders(of: app, currency: currency, state: .received, page: page).map(\.terms.id.rawValue)
      }
    }
    #expect(try await orders(nil, LedgerPage(limit: 2)) == ["o4", "o3"])
    #expect(try await orders(nil, LedgerPage(before: "o3", limit: 2)) == ["o2", "o1"])
    #expect(try await orders("TST", LedgerPage(limit: 9)) == ["o3", "o2", "o1", "o0"])
    #expect(try await orders(nil, LedgerPage(before: "bobs", limit: 9)).isEmpty, "a position of another app's list")
    #expect(try await orders(nil, LedgerPage(limit: 9), of: bob) == ["bobs"])
    let (invoices, addresses) = try await ledger.read { reader in
      (
        try reader.invoices(of: alice, page: LedgerPage(before: "i3", limit: 2)).map(\.invoice.terms.id.rawValue),
        try reader.addresses(of: alice, currency: "TST", page: LedgerPage(before: "a1", limit: 5)).map(\.address)
      )
    }
    #expect(invoices == ["i2", "i1"])
    #expect(addresses == ["a0"])
    await ledger.close()
  }

  @Test func `apps, settings, cursors and the audit`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    try await ledger.write { transaction in
      try transaction.setAppStatus(alice, .revoked, scopes: [])
      try transaction.touchApp(alice, at: second(9))
      try transaction.setSetting("k", "v1")
      try transaction.setSetting("k", "v2")
      try transaction.setTransferCursor("block1", currency: "TST")
      try transaction.setTransferCursor("block2", currency: "TST")
      for kind in ["app.approved", "app.revoked"] {
        try transaction.appendAudit(AuditEntry(at: second(1), kind: kind, app: alice, objectID: nil, detail: "{}"))
      }
      #expect(try transaction.setting("k") == "v2", "a unit reads what it wrote")
    }
    try await ledger.read { reader in
      let stored = try reader.app(alice)
      #expect((stored?.status, stored?.scopes, stored?.lastSeenAt) == (.revoked, [], second(9)))
      #expect(try reader.apps().count == 1)
      #expect(try reader.app(bob) == nil)
      #expect(try reader.transferCursor(currency: "TST") == "block2")
      #expect(try reader.transferCursor(currency: "OTH") == nil)
      #expect(try reader.audit(limit: 1).map(\.kind) == ["app.revoked"])
    }
    try await ledger.write { transaction in try transaction.setSetting("k", nil) }
    #expect(try await ledger.read { reader in try reader.setting("k") } == nil)
    await #expect(throws: LedgerError.versionConflict) {
      try await ledger.write { transaction in
        try transaction.setAppStatus(bob, .approved, scopes: [])
      }
    }
    await ledger.close()
  }
}
