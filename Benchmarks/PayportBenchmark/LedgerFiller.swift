import JSON
import Ledger
import MockWallet
import PaymentsCore
import PaymentsModel

/// Writes old invoices and payment orders into the ledger of a daemon that is not running, as years of use would have
/// left them: a thousand objects a day, half of them invoices, each with what belongs to it. Events exist for the last
/// month only, because older ones would have been dropped.
struct LedgerFiller {
  static let perDay = 1000
  private static let perUnit = 1000
  /// The number of units after which the ledger is closed, which moves its log into the database. An open ledger does
  /// that after a number of units that are as small as those of a provider.
  private static let unitsPerOpening = 20
  private static let eventDays = 30

  let count: Int
  let now: Timestamp

  /// Some of what was written, from the newest to the oldest.
  struct Objects: Sendable {
    var invoices: [String] = []
    var orders: [String] = []
  }

  /// Adds the objects to the ledger for the app that is paired there, which may also have statements from then on.
  func fill(folder: String) async throws -> Objects {
    var ledger = try Self.open(folder)
    guard var app = try await ledger.read({ reader in try reader.apps().first }) else {
      throw BenchmarkError("no app is paired")
    }
    app.scopes = Array(Set(app.scopes + ["receive", "pay", "statement"])).sorted()
    let record = app
    try await ledger.write { transaction in try transaction.saveApp(record) }
    var objects = Objects()
    for start in stride(from: 0, to: count, by: Self.perUnit) {
      let written = try await ledger.write { [self] transaction -> Objects in
        var written = Objects()
        for index in start..<min(start + Self.perUnit, count) {
          if index % 2 == 0 {
            written.invoices.append(try addInvoice(index, of: record.key, transaction))
          } else {
            written.orders.append(try addOrder(index, of: record.key, transaction))
          }
        }
        return written
      }
      // A sample is enough, and the middle of the list is in it.
      let step = max(1, count / 10_000)
      objects.invoices += stride(from: 0, to: written.invoices.count, by: step).map { written.invoices[$0] }
      objects.orders += stride(from: 0, to: written.orders.count, by: step).map { written.orders[$0] }
      if start / Self.perUnit % Self.unitsPerOpening == Self.unitsPerOpening - 1 {
        await ledger.close()
        ledger = try Self.open(folder)
      }
    }
    await ledger.close()
    return Objects(invoices: objects.invoices.reversed(), orders: objects.orders.reversed())
  }

  private static func open(_ folder: String) throws(LedgerError) -> Ledger {
    try Ledger(folder: folder) { note("the ledger failed: \($0)") }
  }

  private func age(_ index: Int) -> Double { Double(count - index) / Double(Self.perDay) }

  private func time(_ index: Int) -> Timestamp {
    now.advanced(by: .milliseconds(-Int64(age(index) * 86_400_000)))
  }

  private func addInvoice(_ index: Int, of app: AppKey, _ transaction: LedgerTransaction) throws -> String {
    let at = time(index)
    let id = InvoiceID(rawValue: SortableIdentifier.make("inv", at: at))
    let address = MockAddress.example(currency: "LTC", number: index)
    var invoice = InvoiceMachine(
      terms: InvoiceTerms(
        id: id, app: app, requestID: .random(), currency: "LTC", decimals: 8, address: address,
        amount: Amount(atomicUnits: 50_000_000), purpose: PaymentPurpose(description: "invoice \(index)"),
        confirmationsWanted: 1, createdAt: at, expiresAt: at.advanced(by: .seconds(900)),
        monitoringUntil: at.advanced(by: .seconds(87_300))))
    try claim(invoice.terms.requestID, "invoice_request", makes: "invoice", id.rawValue, of: app, at, transaction)
    try transaction.insertInvoice(invoice)
    try transaction.insertAddress(
      AddressRecord(
        currency: "LTC", address: address, app: app, label: nil, purpose: "invoice", invoiceID: id, createdAt: at))
    let sent = Self.transactionID(index)
    let seen = TransferObservation(
      id: "\(sent):0", transactionID: sent, amount: Amount(atomicUnits: 50_000_000), confirmations: 1)
    for effect in invoice.handle(.transferSeen(seen, at: at.advanced(by: .seconds(60))), known: { _ in nil }) {
      if case .transferChanged(let change) = effect { try transaction.saveTransfer(change, of: invoice) }
    }
    try transaction.updateInvoice(invoice, expectedVersion: 1)
    if let event = event("invoice", id.rawValue, invoice.version, index, of: app) {
      try transaction.appendInvoiceEvent(event)
    }
    return id.rawValue
  }

  private func addOrder(_ index: Int, of app: AppKey, _ transaction: LedgerTransaction) throws -> String {
    let at = time(index)
    let id = OrderID(rawValue: SortableIdentifier.make("ord", at: at))
    let digest = String(repeating: "d", count: 64)
    let terms = OrderTerms(
      id: id, app: app, requestID: .random(), paramsDigest: digest, currency: "LTC", decimals: 8,
      address: MockAddress.example(currency: "LTC", number: -index), amount: Amount(atomicUnits: 10_000), maxFee: nil,
      purpose: PaymentPurpose(description: "order \(index)"), confirmationsWanted: 1, createdAt: at, expiresAt: nil)
    let quote = OrderQuote(fee: Amount(atomicUnits: 100), at: at)
    let progress = OrderProgress(
      state: .succeeded, quote: quote,
      approval: OrderApproval(
        kind: .standing, at: at, quote: quote, feeCap: Amount(atomicUnits: 200), expiresAt: nil,
        paramsDigest: digest),
      signedTransaction: SignedTransaction(
        transactionID: Self.transactionID(index), fee: Amount(atomicUnits: 100),
        blob: [UInt8](repeating: UInt8(index & 255), count: 300)),
      confirmations: 1, version: 6, updatedAt: at.advanced(by: .seconds(60)))
    try claim(terms.requestID, "payment_order", makes: "order", id.rawValue, of: app, at, transaction)
    try transaction.insertOrder(OrderMachine(terms: terms, progress: progress))
    try transaction.buryOrder(id)
    for kind in ["order.approved", "order.submitted", "order.succeeded"] {
      try transaction.appendAudit(
        AuditEntry(at: at, kind: kind, app: app, objectID: id.rawValue, ["amount": "0.0001", "currency": "LTC"]))
    }
    if let event = event("payment_order", id.rawValue, progress.version, index, of: app) {
      try transaction.appendEvent(event)
    }
    return id.rawValue
  }

  private func claim(
    _ request: PaymentRequestID, _ method: String, makes kind: String, _ id: String, of app: AppKey, _ at: Timestamp,
    _ transaction: LedgerTransaction
  ) throws {
    _ = try transaction.claimRequest(
      RequestClaim(
        app: app, requestID: request, method: method, paramsDigest: String(repeating: "d", count: 64),
        object: RequestObject(kind: kind, id: id), at: at))
  }

  private func event(_ member: String, _ id: String, _ version: Int64, _ index: Int, of app: AppKey) -> NewEvent? {
    guard age(index) < Double(Self.eventDays) else { return nil }
    let body = #"{"type":"\#(member)_changed","\#(member)":"\#(String(repeating: "x", count: 900))"}"#
    return NewEvent(
      app: app, type: "\(member)_changed", objectID: id, version: version, at: time(index), body: Array(body.utf8))
  }

  private static func transactionID(_ index: Int) -> String {
    // Identifiers of transactions have no order, so that their places in the ledger are as scattered as real ones.
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let text = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }.joined()
  }
}
