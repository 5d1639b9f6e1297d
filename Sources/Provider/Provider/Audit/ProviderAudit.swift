import JSON
import Ledger
import OwnerAPI
import PaymentsModel
import ServiceHost

/// Writes entries that belong to no other change in the ledger.
extension ProviderCore {
  /// Adds an entry in a transaction of its own. If the ledger refuses it, this is only logged, because no other change
  /// depends on the entry.
  func audit(_ kind: String, app: AppKey? = nil, object: String? = nil, _ detail: JSONObject = [:]) async {
    let entry = AuditEntry(at: clock.now(), kind: kind, app: app, objectID: object, detail)
    do throws(LedgerError) {
      try await ledger.write { transaction in try transaction.appendAudit(entry) }
    } catch {
      ledgerTrouble(error)
    }
  }

  /// Records an approval of a pairing that was refused because of its code.
  func auditRefusedPairing(_ failure: OwnerFailure) async {
    switch failure.reason {
    case .wrongCode: await audit("pairing.wrong_code")
    case .locked: await audit("pairing.locked")
    default: break
    }
  }
}

extension AuditEntry {
  /// Creates an entry for a decision about an app, with the app's scopes.
  init(_ app: AppRecord, kind: String, at now: Timestamp) {
    self.init(
      at: now, kind: kind, app: app.key,
      ["name": .string(app.claimedName), "scopes": .array(app.scopes.sorted().map { .string($0) })])
  }
}
