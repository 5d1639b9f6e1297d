import JSON
import Ledger
import OwnerAPI
import PaymentsModel
import ServiceHost

/// Entries that belong to no other change in the ledger.
extension ProviderContext {
  /// Adds an entry in a transaction of its own. Where the ledger refuses it, that is logged and nothing else: there is
  /// nothing that it would have to keep company with.
  func audit(_ kind: String, app: AppKey? = nil, object: String? = nil, _ detail: JSONObject = [:]) async {
    let entry = AuditEntry(at: clock.now(), kind: kind, app: app, objectID: object, detail)
    do throws(LedgerError) {
      try await record { transaction throws(LedgerError) in try transaction.appendAudit(entry) }
    } catch {
      ledgerTrouble(error)
    }
  }

  /// A yes to a pairing that was not taken, because of the digits.
  func auditRefusedPairing(_ failure: OwnerFailure) async {
    switch failure.reason {
    case .wrongCode: await audit("pairing.wrong_code")
    case .locked: await audit("pairing.locked")
    default: break
    }
  }
}

extension AuditEntry {
  /// What was decided about an app, with the scopes that it got.
  init(_ app: AppRecord, kind: String, at now: Timestamp) {
    self.init(
      at: now, kind: kind, app: app.key,
      ["name": .string(app.claimedName), "scopes": .array(app.scopes.sorted().map { .string($0) })])
  }
}
