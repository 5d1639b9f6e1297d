import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing

@testable import Provider

/// Anybody who knows the address of an invoice can pay it as often as they like. The app's events must not grow by that.
@Suite struct InvoiceEventTests {
  private static let transfers = 3000
  private let app = AppKey(rawValue: "FPJ6muyal0rh_8Rxorc3nVz_HNB7iS0rKXG-677hZUs")
  private let id = InvoiceID(rawValue: "inv_k3q7vd2m5xw6arj4n7bzte2pfa")
  private let now = Timestamp(milliseconds: 1_772_449_200_000)

  private func makeInvoice() -> InvoiceMachine {
    InvoiceMachine(
      terms: InvoiceTerms(
        id: id, app: app, requestID: .random(), currency: "LTC", decimals: 8,
        address: "mockltc1b4n6zr2yq5ta7ukd3wem2xpcogz5l3wq", amount: Amount(atomicUnits: 100),
        purpose: PaymentPurpose(description: "Two tickets"), confirmationsWanted: 1, createdAt: now,
        expiresAt: now.advanced(by: .seconds(600)), monitoringUntil: now.advanced(by: .seconds(6000))))
  }

  private func transfer(_ number: Int, confirmations: Int) -> InvoiceEvent {
    let digits = String(number)
    let transaction = String(repeating: "a", count: 64 - digits.utf8.count) + digits
    return .transferSeen(
      TransferObservation(
        id: "\(transaction):0", transactionID: transaction, amount: Amount(atomicUnits: 1),
        confirmations: confirmations), at: now)
  }

  @Test func `thousands of transfers leave a few events, and the events of other objects stay`() async throws {
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder)
    let (ledger, invoices) = (parts.core.ledger, InvoiceService(payments: parts.payments))
    let record = AppRecord(
      key: app, status: .approved, claimedName: "app", scopes: ["receive"],
      evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: now,
      lastSeenAt: nil)
    let (invoice, scheme) = (makeInvoice(), "litecoin")
    let older = NewEvent(
      app: app, type: "payment_order_changed", objectID: "ord_1", version: 1, at: now, body: Array("{}".utf8))
    try await ledger.write { transaction in
      try transaction.saveApp(record)
      try transaction.appendEvent(older)
      try transaction.insertInvoice(invoice)
      try transaction.appendInvoiceEvent(try NewEvent(InvoiceRecord(new: invoice), uriScheme: scheme))
    }
    for confirmations in 0...1 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<Self.transfers {
          group.addTask { _ = try await invoices.apply(transfer(number, confirmations: confirmations), to: id) }
        }
        try await group.waitForAll()
      }
    }
    let (page, stored) = try await ledger.read { [app, id] reader in
      (try reader.eventPage(for: app, after: .beginning, limit: 100), try reader.invoice(id))
    }
    #expect(page.isWhole)
    #expect(page.events.map(\.event.objectID) == ["ord_1"] + Array(repeating: id.rawValue, count: 17))
    #expect(page.events.dropFirst().dropLast().map(\.event.version) == Array(1...16))
    #expect(stored?.totals.count == Self.transfers && stored?.version == Int64(2 * Self.transfers + 1))
    #expect(page.events.last?.event.version == stored?.version, "the newest version is told")
    let newest = EventCursor(sequence: Int64(2 * Self.transfers + 2))
    #expect(page.events.last?.cursor == newest)
    #expect(page.events.reduce(0) { $0 + $1.event.body.count } < 30 * Self.transfers, "all events together, in bytes")
    let after = try await ledger.read { [app] reader in
      try reader.eventPage(for: app, after: EventCursor(sequence: 77), limit: 100)
    }
    #expect(after.isWhole && after.events.map(\.cursor) == [newest], "the place of a replaced event stays valid")
    await ledger.close()
  }
}
