import Foundation
import Ledger
import PaymentsCore
import PaymentsModel
import Synchronization

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

  func open() throws(LedgerError) -> Ledger {
    try Ledger(folder: path) { _ in }
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
