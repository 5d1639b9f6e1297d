import Foundation
import Ledger
import PaymentsCore
import PaymentsModel
import Synchronization
import TestSupport

/// A folder that belongs to one test and is removed with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/ledger-" + PaymentRequestID.random().text
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var database: String { path + "/ledger.sqlite" }

  /// Opens the ledger of the folder, which is kept in PostgreSQL where the tests have a server.
  func open(onFatal: @escaping @Sendable (LedgerError) -> Void = { _ in }) throws -> Ledger {
    try Ledger(place(), onFatal: onFatal)
  }

  func place() throws -> LedgerPlace {
    guard let address = try PostgresForTests.address(of: path) else { return .folder(path) }
    return .postgres(address, folder: path)
  }
}

/// Collects the errors that are passed to `onFatal`.
final class FatalErrors: Sendable {
  private let list = Mutex<[LedgerError]>([])
  var all: [LedgerError] { list.withLock(\.self) }
  func append(_ error: LedgerError) { list.withLock { $0.append(error) } }
}

func second(_ count: Double) -> Timestamp {
  Timestamp(milliseconds: 1_700_000_000_000 + Int64(count * 1000))
}

let alice = AppKey(rawValue: "alice")
let bob = AppKey(rawValue: "bob")

func app(_ key: AppKey, status: AppStatus = .approved) -> AppRecord {
  AppRecord(
    key: key, status: status, claimedName: "Claimed", scopes: ["receive", "pay"],
    evidence: AppEvidence(manifest: [1, 0, 255], handshakeHash: [2], sessionKey: [3], signature: []),
    pairedAt: second(0), lastSeenAt: nil)
}

func makeOrder(_ id: String, app: AppKey = alice, at seconds: Double = 0, currency: String = "TST") -> OrderMachine {
  OrderMachine(
    terms: OrderTerms(
      id: OrderID(rawValue: id), app: app, requestID: .random(), paramsDigest: "d", currency: currency, decimals: 12,
      address: "to", amount: Amount(atomicUnits: .max - 1), maxFee: Amount(atomicUnits: 9),
      purpose: PaymentPurpose(description: "for tea"),
      confirmationsWanted: 2, createdAt: second(seconds), expiresAt: second(seconds + 60)))
}

func makeInvoice(_ id: String, app: AppKey = alice, address: String, amount: Amount? = nil) -> InvoiceMachine {
  InvoiceMachine(
    terms: InvoiceTerms(
      id: InvoiceID(rawValue: id), app: app, requestID: .random(), currency: "TST", decimals: 12, address: address,
      amount: amount, purpose: PaymentPurpose(description: "for chairs"), confirmationsWanted: 2, createdAt: second(0),
      expiresAt: second(60),
      monitoringUntil: second(600)))
}

func seen(_ id: String, _ amount: UInt128, _ confirmations: Int, removed: Bool = false, at: Double) -> InvoiceEvent {
  .transferSeen(
    TransferObservation(
      id: id, transactionID: "tx-\(id)", amount: Amount(atomicUnits: amount), confirmations: confirmations,
      removed: removed), at: second(at))
}

func makeEvent(_ object: String, version: Int64, app: AppKey = alice) -> NewEvent {
  NewEvent(
    app: app, type: "payment_order_changed", objectID: object, version: version, at: second(Double(version)),
    body: Array("{\"version\":\(version)}".utf8))
}

func makeClaim(_ id: PaymentRequestID, app: AppKey = alice, digest: String = "d", makes object: String) -> RequestClaim
{
  RequestClaim(
    app: app, requestID: id, method: "payment_order", paramsDigest: digest,
    object: RequestObject(kind: "order", id: object), at: second(0))
}

extension Ledger {
  /// Applies an event to a stored invoice, and returns the invoice with its newest transfers.
  @discardableResult
  func apply(_ event: InvoiceEvent, to id: String) async throws -> InvoiceRecord? {
    let id = InvoiceID(rawValue: id)
    return try await write { transaction -> InvoiceRecord? in
      guard var invoice = try transaction.invoice(id) else { return nil }
      let version = invoice.version
      for effect in try invoice.handle(event, known: { try transaction.transfer($0, of: id) }) {
        switch effect {
        case .transferChanged(let change): try transaction.saveTransfer(change, of: invoice)
        case .changed: try transaction.updateInvoice(invoice, expectedVersion: version)
        case .cancelAnswered: break
        }
      }
      return try transaction.record(of: invoice)
    }
  }

  func admit(_ keys: AppKey...) async throws(LedgerError) {
    try await write { transaction in
      for key in keys { try transaction.saveApp(app(key)) }
    }
  }
}

/// The progress of a task, readable by another task.
final class WriteProgress: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock(\.self) }
  func set(_ value: Int) { count.withLock { $0 = value } }
}
