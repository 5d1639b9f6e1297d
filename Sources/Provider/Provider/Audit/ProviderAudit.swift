import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsModel
import ServiceHost

extension ProviderCore {
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
