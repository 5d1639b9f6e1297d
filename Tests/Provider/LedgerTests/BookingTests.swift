import PaymentsCore
import PaymentsModel
import Testing

@testable import Ledger

@Suite struct BookingTests {
  private func bookings(_ ledger: Ledger, _ filter: BookingFilter = BookingFilter()) async throws -> [BookingRecord] {
    try await ledger.read { reader in
      try reader.bookings(filter, after: BookingPlace(at: second(-1)), before: .maximum, limit: 100)
    }
  }

  @Test func `what is confirmed is booked once, what is taken back is booked back`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let invoice = makeInvoice("i1", address: "a", amount: Amount(atomicUnits: 10))
    try await ledger.write { transaction in try transaction.insertInvoice(invoice) }
    for event in [
      seen("x", 4, 0, at: 1), seen("x", 4, 1, at: 2), seen("x", 4, 2, at: 3), seen("y", 6, 0, at: 4),
      seen("x", 4, 5, at: 5), seen("y", 6, 2, at: 6), seen("x", 4, 1, at: 7), seen("x", 4, 2, at: 8),
      seen("y", 6, 0, removed: true, at: 9),
    ] { try await ledger.apply(event, to: "i1") }
    let found = try await bookings(ledger)
    #expect(
      found.map { "\($0.booking.kind.rawValue) \($0.booking.transactionID) \($0.booking.amount.atomicUnits)" } == [
        "received tx-x 4", "received tx-y 6", "taken_back tx-x 4", "received tx-x 4", "taken_back tx-y 6",
      ])
    #expect(found.map(\.booking.at) == [3, 6, 7, 8, 9].map { second($0) })
    #expect(found.allSatisfy { $0.booking.objectID == "i1" && $0.booking.fee == .zero })
    let purpose = invoice.terms.purpose
    #expect(found.allSatisfy { $0.purpose == purpose })
    let stored = try await ledger.read { reader in try reader.invoice(invoice.terms.id) }
    #expect(stored?.totals.confirmed == Amount(atomicUnits: 4))
    await ledger.close()
  }

  @Test func `a confirmed transfer of another amount is booked anew`() {
    let invoice = makeInvoice("i1", address: "a")
    func transfer(_ amount: UInt128) -> InvoiceTransfer {
      InvoiceTransfer(
        id: "x", transactionID: "t", amount: Amount(atomicUnits: amount), confirmations: 2, state: .confirmed,
        firstSeenAt: second(1), position: 0)
    }
    let booked = invoice.bookings(of: TransferChange(before: transfer(5), now: transfer(7)))
    #expect(booked.map(\.kind) == [.takenBack, .received])
    #expect(booked.map(\.amount.atomicUnits) == [5, 7])
    #expect(invoice.bookings(of: TransferChange(before: transfer(7), now: transfer(7))).isEmpty)
  }

  @Test func `an order is booked when it succeeds, with its fee, and otherwise never`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    let signedTransaction = SignedTransaction(transactionID: "tx", fee: Amount(atomicUnits: 3), blob: [1])
    let approval = OrderApproval(
      kind: .owner, at: second(2), quote: OrderQuote(fee: Amount(atomicUnits: 3), at: second(2)),
      feeCap: Amount(atomicUnits: 9), expiresAt: nil, paramsDigest: "d")
    let raised = PaymentReplacement(transactionID: "raised", fee: Amount(atomicUnits: 12))
    let endings = [
      ("paid", PaymentLookup.confirmed(2)), ("lost", .conflicted(confirmations: 6)),
      ("raised", .replaced(by: raised, confirmations: 2)),
    ]
    for (id, ending) in endings {
      var order = makeOrder(id)
      try await ledger.write { [order] transaction in try transaction.insertOrder(order) }
      for event: OrderEvent in [
        .quoted(fee: Amount(atomicUnits: 3)), .approved(approval), .prepared(signedTransaction),
        .commitAccepted, .lookedUp(.confirmed(1)), .lookedUp(ending),
      ] {
        let version = order.version
        _ = order.mayHandOver(at: second(2))
        guard order.handle(event, at: second(2)).contains(.report) else { continue }
        try await ledger.write { [order] transaction in
          try transaction.updateOrder(order, expectedVersion: version)
        }
      }
      #expect(order.state == (id == "lost" ? .failed : .succeeded))
    }
    let found = try await bookings(ledger)
    #expect(found.map(\.booking.objectID) == ["paid", "raised"])
    let purpose = makeOrder("paid").terms.purpose
    #expect(found.allSatisfy { $0.purpose == purpose })
    #expect(found.first?.booking.amount == Amount(atomicUnits: .max - 1))
    #expect(found.first?.booking.fee == Amount(atomicUnits: 3))
    #expect(found.first?.booking.transactionID == "tx")
    #expect(found.last?.booking.fee == Amount(atomicUnits: 12), "what was really paid")
    #expect(found.last?.booking.transactionID == "raised")
    await ledger.close()
  }

  private func book(_ ledger: Ledger, _ id: String, app: AppKey, currency: String, at: Double) async throws {
    try await ledger.write { transaction in
      try transaction.book([
        Booking(
          app: app, currency: currency, decimals: 8, at: second(at), kind: .received, objectID: id, transactionID: "t",
          amount: Amount(atomicUnits: 1), fee: .zero)
      ])
    }
  }

  @Test func `pages by time, app and currency, of one state of the ledger`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    let rows: [(String, AppKey, String, Double)] = [
      ("c", alice, "LTC", 30), ("a", alice, "LTC", 10), ("b", bob, "LTC", 20), ("b2", alice, "XMR", 20),
      ("b3", alice, "LTC", 20),
    ]
    for row in rows { try await book(ledger, row.0, app: row.1, currency: row.2, at: row.3) }
    #expect(try await bookings(ledger).map(\.booking.objectID) == ["a", "b", "b2", "b3", "c"])
    #expect(try await bookings(ledger, BookingFilter(app: bob)).map(\.booking.objectID) == ["b"])
    #expect(
      try await bookings(ledger, BookingFilter(app: alice, currencies: ["LTC"])).map(\.booking.objectID)
        == ["a", "b3", "c"])
    #expect(try await bookings(ledger, BookingFilter(currencies: [])).isEmpty)
    #expect(try await bookings(ledger, BookingFilter(currencies: ["TC"])).isEmpty)
    let state = BookingFilter(
      through: try await ledger.read { reader in try reader.latestBooking() })
    #expect(state.through == 5)
    try await book(ledger, "later", app: alice, currency: "LTC", at: 20)
    var place = BookingPlace(at: second(10))
    var pages: [[String]] = []
    while true {
      let page = try await ledger.read { [place] reader in
        try reader.bookings(state, after: place, before: second(30), limit: 2)
      }
      guard let last = page.last else { break }
      pages.append(page.map(\.booking.objectID))
      place = last.place
    }
    #expect(pages == [["a", "b"], ["b2", "b3"]])
    let count = try await ledger.read { reader in
      try reader.bookingCount(state, from: second(20), before: second(30))
    }
    #expect(count == 3)
    await ledger.close()
  }

  @Test func `nobody changes or erases a booking`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    try await book(ledger, "a", app: alice, currency: "LTC", at: 1)
    for sql in ["UPDATE bookings SET amount = '2'", "DELETE FROM bookings"] {
      await #expect(throws: LedgerError.self, "\(sql)") {
        try await ledger.write { transaction in try transaction.execute(sql) }
      }
    }
    #expect(try await bookings(ledger).count == 1)
    await ledger.close()
  }

  @Test func `the sums of the days before a moment are those of its bookings`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice, bob)
    let kinds = Booking.Kind.allCases
    // A booking every five hours, of two apps and two currencies.
    func booking(_ number: Int) -> Booking {
      let units = UInt128(number + 1) << UInt128(70)
      let app: AppKey = number % 3 == 0 ? alice : bob
      let currency: String = number % 2 == 0 ? "TST" : "OTH"
      return Booking(
        app: app, currency: currency, decimals: 12, at: second(Double(number) * 18_000),
        kind: kinds[number % kinds.count], objectID: "o\(number)", transactionID: "t\(number)",
        amount: Amount(atomicUnits: units), fee: Amount(atomicUnits: UInt128(number)))
    }
    let made = (0..<200).map(booking)
    try await ledger.write { transaction in try transaction.book(made) }
    for (filter, moment) in [
      (BookingFilter(), second(1_000_000)), (BookingFilter(app: alice), second(2_000_000)),
      (BookingFilter(app: bob, currencies: ["TST"]), second(3_600_000)), (BookingFilter(), second(-1e9)),
    ] {
      let day = BookedDay(of: moment)
      #expect(day.start <= moment)
      let sums = try await ledger.read { reader in try reader.bookedDays(filter, before: day) }
      let wanted = made.filter { booking in
        guard booking.at < day.start, booking.app == filter.app ?? booking.app else { return false }
        return filter.currencies?.contains(booking.currency) ?? true
      }
      for kind in kinds {
        func sum(_ bookings: [Booking]) -> [UInt128] {
          bookings.filter { $0.kind == kind }.reduce(into: [0, 0]) { sums, booking in
            sums[0] += booking.amount.atomicUnits
            sums[1] += booking.fee.atomicUnits
          }
        }
        #expect(sum(sums) == sum(wanted))
      }
      #expect(sums.count <= wanted.count)
    }
    await ledger.close()
  }
}
