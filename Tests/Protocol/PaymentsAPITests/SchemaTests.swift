import Foundation
import JSON
import JSONRPC
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing
import TypeDefinition

@Suite("Schemas and values")
struct SchemaTests {
  private let schemas: PaymentsSchemas

  init() throws { schemas = try PaymentsSchemas() }

  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func request() throws -> PaymentRequestID {
    try #require(PaymentRequestID("018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b"))
  }

  private func invoice() throws -> Invoice {
    Invoice(
      invoiceID: InvoiceID(rawValue: "inv_a"), requestID: try request(), version: 3, currency: "LTC", address: "ltc1q",
      uri: "litecoin:ltc1q?amount=0.5", state: .processing, payment: .paid, paidAmount: try DecimalAmount("0.5"),
      confirmedAmount: try DecimalAmount("0"), confirmationsWanted: 6,
      transfers: [
        TransferInfo(
          transactionID: "t", amount: try DecimalAmount("0.5"), confirmations: 1, state: .confirming, firstSeenAt: now)
      ], createdAt: now, updatedAt: now, expiresAt: now, monitoredUntil: now, amount: try DecimalAmount("0.5"),
      description: "tea", earlierTransfers: 20)
  }

  private func order() throws -> PaymentOrder {
    PaymentOrder(
      orderID: OrderID(rawValue: "ord_a"), requestID: try request(), version: 1, currency: "XMR", address: "4…",
      amount: try DecimalAmount("1.000000000001"), state: .inFlight, confirmations: 0, confirmationsWanted: 10,
      createdAt: now, updatedAt: now, maxFee: try DecimalAmount("0.1"), fee: try DecimalAmount("0.01"),
      total: try DecimalAmount("1.010000000001"), description: nil, reason: nil, waitingFor: "wallet",
      transactionID: "t", expiresAt: now, reversedAt: now)
  }

  /// Encodes, checks against the schema, and expects the same value back.
  private func check<M: PaymentsMethod>(_ method: M.Type, params: M.Params, result: M.Result) throws
  where M.Params: Equatable, M.Result: Equatable {
    let schema = try #require(schemas.methods[method.name])
    let params_ = try JSONBytesEncoder().encodeValue(params)
    let result_ = try JSONBytesEncoder().encodeValue(result)
    #expect(schema.params.validate(params_).isEmpty, "\(method.name) params")
    let exact = try schemas.service.exactResult(of: method.name)
    #expect(exact.validate(result_).isEmpty, "\(method.name) result")
    #expect(schema.result.validate(result_).isEmpty, "\(method.name) result")
    #expect(try JSONValueDecoder(unknownMembers: .refuse).decode(M.Params.self, from: params_) == params)
    #expect(try JSONValueDecoder(unknownMembers: .refuse).decode(M.Result.self, from: result_) == result)
  }

  /// The file of a statement is not in a message. Its members `in` and `out` have other names in Swift.
  @Test func aStatementsFileComesBackUnchanged() throws {
    let (some, none) = (try DecimalAmount("0.5"), try DecimalAmount("0"))
    let balance = try SignedDecimal("-0.5")
    let row = StatementRow(
      at: now, localAt: "2023-11-14 22:13", kind: .takenBack, incoming: some, outgoing: none, fee: none,
      balance: balance, objectID: "inv_a", transactionID: "t", description: "tea", app: .init(name: "n", key: "k"))
    let section = StatementSection(
      currency: "LTC", decimals: 8, opening: balance, incoming: some, outgoing: none, fees: none, takenBack: some,
      closing: balance, rows: [row],
      days: [StatementDay(day: "2023-11-14", incoming: some, outgoing: none, fees: none, balance: balance)],
      network: "mock")
    let value = try JSONBytesEncoder().encodeValue(section)
    let schema = try schemas.service.schema(["ref": "statement_section"], file: "definitions")
    #expect(schema.validate(value).isEmpty)
    #expect(try JSONValueDecoder(unknownMembers: .refuse).decode(StatementSection.self, from: value) == section)
  }

  @Test("every method's values match its schema and come back unchanged")
  func roundTrips() throws {
    let (id, invoice, order) = (try request(), try invoice(), try order())
    let cursor = EventCursor(sequence: 7)
    let address = AddressInfo(
      address: "a", currency: "LTC", purpose: .invoice, uri: "litecoin:a", createdAt: now, label: "l",
      invoiceID: invoice.invoiceID)
    let range = AmountRange(min: try DecimalAmount("0.1"), max: try DecimalAmount("100"))
    let budget = Budget(
      currency: "LTC", period: .week, ask: .above, used: range.min, usedCount: 1, resetsAt: now, askAbove: range.min,
      perPayment: range.min, perPeriod: range.max, count: 3, left: range.max, leftCount: 2)
    let session = GetSession.Result(
      status: .pending, sessionID: "s", specVersion: 1,
      provider: ProviderInfo(providerID: "p", name: "wallet", software: "payd/0.9.0"),
      app: AppInfo(appID: "a.b", name: "n", version: "1", key: AppKey(rawValue: "k")),
      grants: Grants(scopes: [.receive, .pay], currencies: ["LTC"], expiresAt: now),
      limits: SessionLimits(
        maxMessageBytes: 1, maxBatch: 2, maxInFlight: 3, maxDepth: 4, requestsPerSecond: 5, burst: 6),
      eventCursor: cursor, expiresAt: now, pairedAt: now, questionID: "pair_a",
      budgets: [budget])
    try check(GetSession.self, params: .init(), result: session)
    try check(DisconnectApp.self, params: .init(forget: true), result: .init(forgotten: true))
    try check(
      ListServices.self, params: .init(),
      result: .init(services: [
        ServiceInfo(
          spec: "payments", versions: VersionRange(1), folder: "payments", status: .experimental, countries: ["!CHN"])
      ]))
    let service = GetServiceDefinition.Result(
      definition: ServiceDefinition(
        requests: [ServiceRequest(spec: "r", file: "r.yml", folder: "rs", versions: VersionRange(2))], spec: "payments",
        versions: VersionRange("1-3"), status: .disabled, countries: ["DEU"],
        endpoints: [ServiceEndpoint(spec: "e", versions: VersionRange(1), file: "e.yml")]),
      templates: [
        "r": RequestTemplate(
          spec: "r", version: VersionRange(2),
          fields: [
            .init(name: "z", source: .calls(["list_currencies"])), .init(name: "a", source: .app),
            .init(name: "m", source: .range("0-100")), .init(name: "b", source: .calls(["x", "y"])),
          ], fileEndpoint: ["get_r_status"])
      ])
    try check(GetServiceDefinition.self, params: .init(service: "payments"), result: service)
    try check(
      ListCurrencies.self, params: .init(),
      result: .init(currencies: [
        CurrencyInfo(
          code: "XMR", name: "Monero", decimals: 12, network: "mock", ready: .syncing, confirmations: 10,
          uriScheme: "monero")
      ]))
    try check(
      AddressesForCurrency.self, params: .init(currency: "LTC", before: "a", limit: 5),
      result: .init(addresses: [address], next: "a"))
    try check(
      NewAddressForCurrency.self, params: .init(requestID: id, currency: "LTC", label: "l", expiresAt: now),
      result: .init(address: address, replayed: false))
    try check(
      GetAmountRangeForCurrency.self, params: .init(currency: "LTC"),
      result: .init(currency: "LTC", receive: range, pay: range, budget: budget))
    try check(
      InvoiceRequest.self,
      params: .init(
        requestID: id, currency: "LTC", amount: try DecimalAmount("0.5"), description: "d", confirmations: 1,
        expiresAt: now), result: .init(invoice: invoice, replayed: true))
    try check(
      GetInvoiceRequestStatus.self, params: .init(invoiceID: invoice.invoiceID, after: 1, waitMilliseconds: 1000),
      result: .init(invoice: invoice))
    try check(
      CancelInvoiceRequest.self, params: .init(requestID: id, invoiceID: invoice.invoiceID),
      result: .init(invoice: invoice, replayed: false))
    try check(
      ListInvoiceRequests.self, params: .init(currency: "LTC", before: "b", limit: 1, state: .settled),
      result: .init(invoices: [invoice], next: nil))
    try check(
      ListInvoiceTransfers.self, params: .init(invoiceID: invoice.invoiceID, before: "3", limit: 1),
      result: .init(transfers: invoice.transfers, next: "2"))
    try check(
      SubmitPaymentOrder.self,
      params: .init(
        requestID: id, currency: "XMR", address: "4", amount: try DecimalAmount("1"), maxFee: try DecimalAmount("0.1"),
        description: "d", expiresAt: now), result: .init(paymentOrder: order, replayed: false))
    try check(
      GetPaymentOrderStatus.self, params: .init(requestID: id), result: .init(paymentOrder: order))
    try check(
      CancelPaymentOrder.self, params: .init(requestID: id, orderID: order.orderID),
      result: .init(paymentOrder: order, replayed: false))
    try check(
      ListPaymentOrders.self, params: .init(state: .inFlight), result: .init(paymentOrders: [order], next: "n"))
    try check(
      GetBalance.self, params: .init(currency: "LTC"),
      result: .init(currency: "LTC", available: range.min, pending: range.min, locked: range.max))
    try check(
      ProofRequest.self,
      params: .init(
        currency: "LTC", kind: .payment, message: "m", orderID: order.orderID, invoiceID: invoice.invoiceID,
        transactionID: "t", address: "a", amount: range.min),
      result: .init(
        currency: "LTC", network: "mock", kind: .reserve, proof: "p", signedMessage: "s", transactionID: "t",
        address: "a", amount: range.min, orderID: order.orderID, invoiceID: invoice.invoiceID))
    let (kinds, parties) = (ProofKind.allCases, ProofParty.allCases)
    for (index, reason) in ProofFault.allCases.enumerated() {
      let (kind, party) = (kinds[index % kinds.count], parties[index % parties.count])
      try check(
        VerifyProof.self,
        params: .init(
          currency: "LTC", kind: kind, proof: "p", signedMessage: "s", network: "mock", transactionID: "t",
          address: "a",
          amount: range.min),
        result: .init(
          valid: true, meaning: "m", reason: reason, signedBy: party, amount: range.max, confirmations: 2,
          inPool: false, spent: range.min))
    }
    let statement = Statement(
      statementID: "stm_a", requestID: id, version: 2, state: .ready, format: .pdf, from: now, to: now, rows: 3,
      rowsDone: 3, mediaType: "application/pdf", fileName: "statement.pdf", createdAt: now, currency: "LTC", size: 4,
      sha256: "00", parts: 1, expiresAt: now, reason: "internal_error")
    try check(
      RequestStatement.self,
      params: .init(requestID: id, from: .day(20_513), to: .moment(now), format: .csv, currency: "LTC"),
      result: .init(statement: statement, replayed: false, data: "YQ"))
    try check(
      GetStatementPart.self, params: .init(statementID: "stm_a", part: 1, after: 1, waitMilliseconds: 5),
      result: .init(statement: statement, data: "YQ"))
    let opening = Opening(
      openingID: "opn_a", version: 3, status: .returned, state: "s", returns: true, createdAt: now, expiresAt: now,
      orderID: order.orderID, invoiceID: invoice.invoiceID, result: .approved)
    try check(
      RequestOpening.self, params: .init(state: "s", orderID: order.orderID, invoiceID: invoice.invoiceID),
      result: .init(opening: opening, link: "payport:open"))
    try check(
      GetOpenRequestStatus.self, params: .init(openingID: "opn_a", after: 1, waitMilliseconds: 5),
      result: .init(opening: opening))
    try check(SubscribeEvents.self, params: .init(from: cursor), result: .init(cursor: cursor))
    try check(UnsubscribeEvents.self, params: .init(), result: .init(cursor: cursor))
    let event = Event(cursor: cursor, type: .invoiceChanged, at: now, invoice: invoice)
    #expect(schemas.event.validate(try JSONBytesEncoder().encodeValue(event)).isEmpty)
    let further = Event(cursor: cursor, type: .statementChanged, at: now, statement: statement)
    #expect(schemas.event.validate(try JSONBytesEncoder().encodeValue(further)).isEmpty)
    let low = Event(cursor: cursor, type: .budgetLow, at: now, budget: budget)
    #expect(schemas.event.validate(try JSONBytesEncoder().encodeValue(low)).isEmpty)
  }

  @Test("numbers and reasons of failures are one to one, and survive the wire")
  func failures() throws {
    let codes = FailureReason.allCases.map(\.code)
    #expect(Set(codes).count == codes.count)
    let exceeded = PaymentsFailure.budgetExceeded(rule: "count", left: try DecimalAmount("0.5"), resetsAt: now)
    #expect(PaymentsFailure(exceeded.rpcError) == exceeded)
    for reason in FailureReason.allCases {
      let failure = PaymentsFailure(reason, pointer: "/a", rule: "r")
      #expect(PaymentsFailure(failure.rpcError) == failure)
      #expect(!reason.message.isEmpty)
    }
    let tooOld = PaymentsFailure(
      tooOld: "/from", events: EventBounds(oldest: EventCursor(sequence: 3), newest: EventCursor(sequence: 9)))
    #expect(PaymentsFailure(tooOld.rpcError) == tooOld)
    #expect(tooOld.rpcError.data?["resynchronise"] == ["list_payment_orders", "list_invoice_requests"])
    #expect(PaymentsFailure(RPCError(code: ErrorCode(rawValue: 1), message: "from a later version")) == nil)
  }

  @Test("a statement's period has dates or moments for its ends")
  func statementBounds() throws {
    #expect(StatementBound("2026-03-01") == .day(20_513))
    #expect(StatementBound("2026-03-01T01:00:00+01:00") == .moment(Timestamp(milliseconds: 20_513 * 86_400_000)))
    for text in ["2026-03-01", "1970-01-01", "2024-02-29", "2026-03-01T00:00:00.000Z"] {
      #expect(StatementBound(text)?.text == text)
    }
    for text in ["", "2026-3-1", "2026-02-29", "2026-13-01", "2026-03-01T", "yesterday", "1969-12-31", "2026-03-01 "] {
      #expect(StatementBound(text) == nil, "\(text)")
    }
    #expect(StatementBound.period("2026-05")?.from.text == "2026-05-01")
    #expect(StatementBound.period("2026")?.to.text == "2027-01-01")
    for text in [
      "2026-+5", "+026", "+026-05", "2026-5", "2026--5", "2026-5\u{301}", "2026-٠٥", "2026-13", "2026-", "-", "",
    ] {
      #expect(StatementBound.period(text) == nil, "\(text)")
    }
  }

  @Test("balances have a sign below zero only")
  func signedDecimals() throws {
    #expect(try SignedDecimal("-0.50").text == "-0.5")
    #expect(try SignedDecimal("3").text == "3")
    #expect(SignedDecimal(isNegative: true, magnitude: try DecimalAmount("0")).text == "0")
    for text in ["-0", "--1", "+1", "-", "1-", "", "-\u{301}5", "-5\u{301}", "\u{2212}5", "-\u{FE0F}5"] {
      #expect(throws: AmountError.self, "\(text)") { try SignedDecimal(text) }
    }
  }

  @Test("manifests and version ranges")
  func manifests() {
    func manifest(_ id: String, _ versions: String = "1") -> Manifest {
      Manifest(appID: id, name: "n", version: "1", scopes: [.pay], versions: versions)
    }
    #expect(manifest("chat.simplex.app").isWellFormed)
    #expect(!Manifest(appID: "chat.simplex.app", name: "n\u{0}", version: "1", scopes: [.pay]).isWellFormed)
    #expect(!Manifest(appID: "chat.simplex.app", name: "n", version: "\u{0}", scopes: [.pay]).isWellFormed)
    for bad in ["", "ab", "Upper.case", "with space", String(repeating: "a", count: 101), "../../etc"] {
      #expect(!manifest(bad).isWellFormed, "\(bad)")
    }
    for bad in ["", "0", "1-", "-1", "2-1", "1-2-3", "a", "1.0", "99999"] {
      #expect(!manifest("a.b.c", bad).isWellFormed, "\(bad)")
    }
    // The length of a name is measured in code points, and one visible character can have any number of them.
    func named(_ name: String, _ version: String = "1") -> Manifest {
      Manifest(appID: "a.b.c", name: name, version: version, scopes: [.pay])
    }
    #expect(named(String(repeating: "é", count: 64)).isWellFormed)
    #expect(!named(String(repeating: "e\u{301}", count: 64)).isWellFormed)
    #expect(!named("e" + String(repeating: "\u{301}", count: 300)).isWellFormed)
    #expect(!named("a", "1" + String(repeating: "\u{20DD}", count: 32)).isWellFormed)
    #expect(VersionRange("1-3")?.contains(2) == true)
    #expect(VersionRange("2")?.contains(1) == false)
  }

  @Test("the manifests of the vectors are taken and refused as these say")
  func manifestVectors() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../protocol/vectors/connect_app.json"
    let vectors = try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: path).standardizedFileURL)))
    func isTaken(_ text: String) -> Bool {
      guard let json = try? JSONValue(parsing: text), schemas.manifest.validate(json).isEmpty,
        let manifest = try? JSONValueDecoder().decode(Manifest.self, from: json)
      else { return false }
      return manifest.isWellFormed
        && VersionRange(manifest.versions)?.contains(PaymentsMethods.specificationVersion) == true
    }
    let cases = try #require(vectors["cases"]?.arrayValue)
    #expect(cases.count == 4)
    for vector in cases {
      let manifest = try #require(vector["manifest"]?.stringValue)
      #expect(isTaken(manifest), "\(manifest)")
      if let file = vector["discovery_file"]?.stringValue {
        #expect(schemas.discoveryFile.validate(try JSONValue(parsing: file)).isEmpty, "\(file)")
      }
    }
    let refused = try #require(vectors["refused"]?["manifests"]?.arrayValue)
    #expect(refused.count == 21)
    for manifest in refused { #expect(try !isTaken(#require(manifest.stringValue)), "\(manifest.text())") }
  }

  /// The schema checks whether a text is a timestamp, and then the code parses it. Both must agree.
  @Test("schema and reader agree on what a moment is")
  func moments() throws {
    let schema = try Schema(json: ["type": "timestamp"])
    let days = ["2026-06-30", "2026-12-31", "2026-02-28", "2024-02-29", "2026-07-01", "2026-05-31", "2027-01-01"]
    let times = ["23:59:60", "00:59:60", "12:00:60", "23:58:60", "22:59:60", "23:59:59", "24:00:00", "23:60:00"]
    let zones = ["Z", "z", "+00:00", "-00:00", "+01:00", "-01:00", "+23:59", "-12:00", "+24:00", "+0100", ""]
    var leaps = 0
    for day in days {
      for time in times {
        for zone in zones {
          let text = "\(day)T\(time)\(zone)"
          let isValid = schema.validate(.string(text)).isEmpty
          #expect((Timestamp(text) != nil) == isValid, "\(text)")
          if isValid, time.utf8.suffix(2).elementsEqual("60".utf8) { leaps += 1 }
        }
      }
    }
    #expect(leaps > 10)
  }
}
