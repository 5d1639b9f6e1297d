import JSON
import Ledger
import Orders
import OwnerAPI
import OwnerSocket
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing

@testable import Provider

/// The owner's lists fit into the lines of the owner's socket, however long what they list is.
@Suite struct OwnerPagesTests {
  private static let app = AppKey(rawValue: "FPJ6muyal0rh_8Rxorc3nVz_HNB7iS0rKXG-677hZUs")
  private static let noon = Timestamp(milliseconds: 1_772_449_200_000)
  /// The largest number that can be asked for.
  private static let count = 100

  private static func with(_ body: (ProviderParts) async throws -> Void) async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder, clock: ManualWallClock(noon))
    do {
      let record = AppRecord(
        key: app, status: .approved, claimedName: "app", scopes: ["pay"],
        evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: noon,
        lastSeenAt: nil)
      let orders = try (0..<count).map(order)
      try await parts.core.ledger.write { transaction in
        try transaction.saveApp(record)
        for order in orders { try transaction.insertOrder(order) }
        let detail = String(repeating: "x", count: 12_000)
        try transaction.appendAudit(
          (0..<count).map {
            AuditEntry(at: noon, kind: "order.approved", app: app, objectID: "ord_\($0)", ["by": .string(detail)])
          })
      }
      try await body(parts)
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
  }

  /// An order whose invoice is as long as one may be, with a description that is longest as it is sent.
  private static func order(_ number: Int) throws -> OrderMachine {
    var invoice = SignedInvoice(
      prefix: "rltc", millisatoshis: 1000, paymentHash: .init(repeating: UInt8(number), count: 32),
      description: String(repeating: "\u{1}", count: 600))
    // A letter that no reader knows.
    for _ in 0..<2 { invoice.fields.append(.init("q", words: .init(repeating: 0, count: 1000))) }
    let at = noon.advanced(by: .seconds(number))
    let terms = OrderTerms(
      id: OrderID(rawValue: "ord_\(1000 + number)"), app: app, requestID: .random(), paramsDigest: "d", currency: "LTC",
      decimals: 8, address: try invoice.text(), amount: Amount(atomicUnits: 1), maxFee: nil,
      purpose: PaymentPurpose(description: String(repeating: "\u{1F600}", count: 1000)), confirmationsWanted: 0,
      createdAt: at, expiresAt: nil)
    return OrderMachine(terms: terms, progress: OrderProgress(state: .succeeded, updatedAt: at))
  }

  /// The bytes of an answer, which has to fit with some room for what stands around it.
  private static func requireFitting(_ answer: some Encodable) throws {
    #expect(try JSONBytesEncoder().encodeValue(answer).encoded().count <= OwnerSocketExchange.maximumLength - 1000)
  }

  @Test func aHundredOrdersOfTheLargestFormAreListedInPages() async throws {
    try await Self.with { parts in
      let queries = PaymentQueries(ledger: parts.core.ledger, wallets: parts.payments.wallets)
      var (ids, bytes, pages): ([String], Int, Int) = ([], 0, 0)
      var params = PaymentListParams(limit: Self.count)
      repeat {
        let page = try await queries.list(params)
        try Self.requireFitting(page)
        bytes += try JSONBytesEncoder().encodeValue(page.orders).encoded().count
        #expect(page.orders.allSatisfy { $0.lightning != nil })
        ids += page.orders.map(\.id)
        pages += 1
        params.before = page.next
      } while params.before != nil
      #expect(ids == (0..<Self.count).reversed().map { "ord_\(1000 + $0)" })
      #expect(bytes > OwnerSocketExchange.maximumLength && pages < 6, "\(bytes) bytes in \(pages) pages")
    }
  }

  @Test func theAuditLogIsListedInPages() async throws {
    try await Self.with { parts in
      let queries = AuditQueries(ledger: parts.core.ledger)
      var entries: [Int] = []
      var params = ListAuditEntries.Params(limit: 200)
      repeat {
        let page = try await queries.list(params)
        try Self.requireFitting(page)
        entries += page.entries.map(\.entry)
        params.before = page.next
      } while params.before != nil
      #expect(entries == (1...entries.count).reversed() && entries.count >= Self.count)
    }
  }

  @Test func aListGoesOnAlsoWhereOneObjectFillsAnAnswer() throws {
    let large = String(repeating: "x", count: 600 << 10)
    var room = AnswerRoom()
    #expect(room.fitting([large, "a"], least: 1).count == 1)
    #expect(room.fitting(["a"]).isEmpty)
    room = AnswerRoom()
    #expect(room.fitting(["a", large, "b"]) == ["a"])
    // What is escaped is measured as it is sent.
    room = AnswerRoom()
    #expect(room.fitting([String(repeating: "\u{1}", count: 100 << 10)]).isEmpty)
  }
}
