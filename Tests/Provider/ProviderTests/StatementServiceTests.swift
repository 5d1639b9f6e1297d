import Cryptography
import JSON
import Ledger
import Logging
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import RPCRuntime
import Statements
import TestSupport
import Testing

@testable import Provider

/// Tests long statements. They are answered before they are ready, report their progress by events, and are fetched in
/// parts.
@Suite("Long statements", .serialized)
struct StatementServiceTests {
  private let app = AppKey(rawValue: "FPJ6muyal0rh_8Rxorc3nVz_HNB7iS0rKXG-677hZUs")
  private let noon = Timestamp(milliseconds: 1_772_449_200_000)
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("the owner is told which program is missing, and where")
  func missingProgram() throws {
    let renderer = StatementRenderer(program: folder.path + "/payport-statement")
    #expect(try #require(renderer.obstacle(to: .pdf)).contains(folder.path + "/payport-statement"))
    #expect(renderer.obstacle(to: .csv) == nil)
    #expect(StatementRenderer(program: "/bin/true").obstacle(to: .pdf) == nil)
  }

  /// Returns a provider without servers, whose ledger contains a number of paid orders.
  private func provider(paid count: Int) async throws -> ProviderParts {
    let parts = try ProviderParts.make(in: folder)
    let record = AppRecord(
      key: app, status: .approved, claimedName: "app", scopes: ["statement"],
      evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: noon,
      lastSeenAt: nil)
    let orders = (0..<count).map { paidOrder($0) }
    try await parts.core.ledger.write { transaction in
      try transaction.saveApp(record)
      for order in orders { try transaction.insertOrder(order) }
    }
    return parts
  }

  private func paidOrder(_ number: Int) -> OrderMachine {
    let at = noon.advanced(by: .seconds(number))
    let terms = OrderTerms(
      id: OrderID(rawValue: "ord_\(number)"), app: app, requestID: .random(), paramsDigest: "d", currency: "LTC",
      decimals: 8, address: "to", amount: Amount(atomicUnits: 100), maxFee: nil,
      purpose: PaymentPurpose(
        description: "a payment with some words about what it is for, so that the file has more than one part"),
      confirmationsWanted: 1, createdAt: at, expiresAt: nil)
    var progress = OrderProgress(state: .succeeded, updatedAt: at)
    progress.signedTransaction = SignedTransaction(transactionID: "tx\(number)", fee: Amount(atomicUnits: 1), blob: [1])
    return OrderMachine(terms: terms, progress: progress)
  }

  private func order(_ id: String, _ format: StatementFormat, days: Int64 = 2) throws -> StatementOrder {
    let day = noon.milliseconds / 86_400_000
    let period = StatementPeriod(from: .day(day), to: .day(day + days), in: ZonedCalendar.utc)
    return StatementOrder(
      id: id, requestID: .random(), reader: .app(app), format: format, period: try #require(period),
      scope: .init(app: StatementApp(name: "app", key: app.rawValue)))
  }

  @Test("of more than a thousand payments: preparing, progress in the outbox, then ready in parts")
  func long() async throws {
    let provider = try await provider(paid: 4500)
    let statements = provider.statements
    let order = try order("stm_a", .json)
    let plan = try await statements.plan(order)
    #expect(plan.rows == 4500)
    let isLong = try statements.reserve(plan)
    #expect(isLong)
    #expect(statements.entry("stm_a", of: order.reader)?.statement.state == .preparing)
    await statements.prepare(plan, isLong: isLong)
    let entry = try await eventually("ready", within: .seconds(60)) { () -> StatementStore.Entry? in
      let entry = statements.entry("stm_a", of: order.reader)
      return entry?.statement.state == .preparing ? nil : entry
    }
    #expect(entry.statement.state == .ready)
    #expect(entry.statement.rowsDone == 4500)
    let parts = try #require(entry.statement.parts)
    #expect(parts >= 2)
    let file = (0..<parts).flatMap { Array(entry.part($0) ?? []) }
    #expect(file == entry.file)
    let document = try #require(JSONStatement.document(file))
    #expect(document.sections.first?.rows.count == 4500)
    #expect(document.sections.first?.closing.text == "-0.004545")
    #expect(document.sections.first?.rows.map(\.objectID) == (0..<4500).map { "ord_\($0)" })

    // The last event is stored right after the file can be fetched.
    let app = app
    let events = try await eventually("the last event", within: .seconds(60)) { () -> [JSONValue]? in
      let records = try await provider.core.ledger.read { reader in
        try reader.events(for: app, after: .beginning, limit: 100)
      }
      let bodies = try records.map { try JSONValue(parsing: $0.event.body) }
      return bodies.last?["statement"]?["state"] == "ready" ? bodies : nil
    }
    #expect(events.compactMap { $0["statement"]?["rows_done"]?.integerValue(as: Int.self) } == [2000, 4000, 4500])
    #expect(events.allSatisfy { $0["type"] == "statement_changed" })
    let versions = events.compactMap { $0["statement"]?["version"]?.integerValue(as: Int.self) }
    #expect(versions == versions.sorted() && Set(versions).count == 3)
    await provider.core.ledger.close()
  }

  @Test("a short one is ready when it is answered, and no event tells of it")
  func short() async throws {
    let provider = try await provider(paid: 3)
    let order = try order("stm_a", .csv)
    let plan = try await provider.statements.plan(order)
    let isLong = try provider.statements.reserve(plan)
    #expect(!isLong)
    await provider.statements.prepare(plan, isLong: isLong)
    #expect(provider.statements.entry("stm_a", of: order.reader)?.statement.state == .ready)
    let app = app
    let events = try await provider.core.ledger.read { reader in
      try reader.events(for: app, after: .beginning, limit: 100)
    }
    #expect(events.isEmpty)
    await provider.core.ledger.close()
  }

  @Test("without the program that makes PDF files a statement fails, and nothing else does")
  func noRenderer() async throws {
    let provider = try await provider(paid: 1)
    let statements = StatementService(
      provider.statements.source, renderer: StatementRenderer(program: "/nowhere/payport-statement"))
    for (id, format, state) in [("a", StatementFormat.pdf, StatementState.failed), ("b", .text, .ready)] {
      let order = try order(id, format)
      let plan = try await statements.plan(order)
      await statements.prepare(plan, isLong: try statements.reserve(plan))
      let statement = try #require(statements.entry(id, of: order.reader)?.statement)
      #expect(statement.state == state)
      #expect(statement.reason == (state == .failed ? "internal_error" : nil))
    }
    await provider.core.ledger.close()
  }

  @Test("a program that hangs or floods is ended, and one that fails gives no file")
  func badRenderer() {
    let input = Array("{}".utf8)
    #expect(RenderingProcess("/bin/cat").run(input: input) == input)
    #expect(RenderingProcess("/bin/false").run(input: input) == nil)
    #expect(RenderingProcess("/usr/bin/yes", mostBytes: 100_000).run(input: []) == nil)
    #expect(RenderingProcess("/bin/cat").run(input: [UInt8](repeating: 65, count: 3 << 20))?.count == 3 << 20)
  }
}
