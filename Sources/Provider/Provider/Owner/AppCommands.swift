import Cryptography
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import SecureSession
import ServiceHost

/// The owner's decisions about apps.
struct AppCommands {
  let payments: Payments
  let apps: AppConnections
  let pin: OwnerPIN
  let documents: DocumentService

  private var core: ProviderCore { apps.core }

  /// Says yes to an app, with the code that it shows. Where a PIN is set it is needed for all that is more than
  /// receiving: a new key comes with budgets of its own.
  func approve(_ id: String, _ params: ApproveQuestion.Params) async throws -> OwnerDecision {
    let (code, named) = (params.code, params.scopes)
    // A slip of the finger is no wrong code, of which only few are allowed.
    if let code, PairingCode(digits: code) == nil {
      throw OwnerFailure(.usage, "the code that the app shows has six digits; this was not counted as a try")
    }
    if code != nil, let waiting = apps.pairing.questions.first(where: { $0.id == id }),
      Self.needsPIN(named ?? waiting.manifest.scopesGrantedByDefault)
    {
      try await pin.require(params.pin)
    }
    let approval: PairingRequests.Approval
    do throws(OwnerFailure) {
      approval = try answered { () throws(PairingRequests.Refusal) in try apps.pairing.approve(id, code: code) }
    } catch {
      await core.auditRefusedPairing(error)
      if error.reason == .locked { showOutWhoWaits() }
      throw error
    }
    let (question, evidence) = (approval.question, approval.evidence)
    let granted = named ?? question.manifest.scopesGrantedByDefault
    let now = core.clock.now()
    let record = AppRecord(
      key: question.app, status: .approved, claimedName: question.manifest.name, scopes: granted.map(\.rawValue),
      evidence: AppEvidence(
        manifest: evidence.manifest, handshakeHash: evidence.handshakeHash, sessionKey: evidence.sessionKey.bytes,
        signature: evidence.signature.bytes),
      pairedAt: now, lastSeenAt: now)
    let grants = Grants(scopes: granted, currencies: question.manifest.currencies)
    let stored = try await store(record, grants, as: "app.approved", at: now)
    documents.begin(stored.folder)
    apps.notices.changed()
    for session in apps.sessions.sessions(of: question.app) {
      session.decided(.approved, grants: grants, reason: nil, at: now)
    }
    return OwnerDecision(
      app: AppNames(question.app, claimed: question.manifest.name), scopes: granted, unasked: stored.unasked)
  }

  func deny(_ id: String) async throws -> OwnerDecision {
    let question = try answered { () throws(PairingRequests.Refusal) in try apps.pairing.deny(id) }
    let now = core.clock.now()
    try await audit("app.denied", of: question.app, at: now)
    apps.notices.changed()
    for session in apps.sessions.sessions(of: question.app) {
      session.decided(.denied, grants: Grants(scopes: []), reason: .pairingDenied, at: now)
    }
    return OwnerDecision(app: AppNames(question.app, claimed: question.manifest.name))
  }

  /// Whether granting these at a pairing is protected by the PIN.
  static func needsPIN(_ scopes: [Scope]) -> Bool { scopes.contains { $0 != .receive } }

  /// Nobody can pair now: those that wait for it are told, and may come back later.
  private func showOutWhoWaits() {
    let now = core.clock.now()
    for session in apps.sessions.all where session.current.status == .pending {
      session.decided(.denied, grants: Grants(scopes: []), reason: .pairingLocked, at: now)
    }
  }

  func list(_: OwnerNothing) async throws -> ListApps.Result {
    let known = try await core.ledger.read { reader in try NamedApp.known(reader) }
    return ListApps.Result(
      apps: known.map { named in
        let app = named.record
        return ListedApp(
          app: AppNames(named), appID: Manifest(signed: app.evidence.manifest)?.appID ?? "",
          status: app.status.rawValue, scopes: app.scopes, pairedAt: app.pairedAt,
          connected: !self.apps.sessions.sessions(of: app.key).isEmpty,
          lastSeen: self.apps.lastConnections.last(of: app.key) ?? app.lastSeenAt)
      })
  }

  func revoke(_ params: RevokeApp.Params) async throws -> RevokeApp.Result {
    let named = try await NamedApp.find(params.app, core.ledger)
    let app = named.record
    let now = core.clock.now()
    try await store(setting: app.key, now)
    await payments.orders.endAll(of: app.key, by: .denied)
    for session in apps.sessions.sessions(of: app.key) {
      session.decided(.denied, grants: Grants(scopes: []), reason: .appRevoked, at: now)
    }
    return RevokeApp.Result(app: AppNames(named))
  }

  private func answered<Answer>(
    _ ask: () throws(PairingRequests.Refusal) -> Answer
  ) throws(OwnerFailure) -> Answer {
    do throws(PairingRequests.Refusal) {
      return try ask()
    } catch {
      switch error {
      case .notFound: throw OwnerFailure(.questionNotFound, "nothing waits under this id")
      case .codeMissing:
        throw OwnerFailure(.codeRequired, "add the six digits that the app shows")
      case .wrongCode(let left):
        throw OwnerFailure(
          .wrongCode,
          left == 1
            ? "these are not the digits that the app shows; 1 try is left. If they look right to you, somebody may stand "
              + "between you and the app: deny it"
            : "these are not the digits that the app shows; \(left) tries are left. If they look right to you, somebody may "
              + "stand between you and the app: deny it",
          .init(triesLeft: left))
      case .locked(let until):
        throw OwnerFailure(
          .locked, "too many wrong codes: pairing is locked until \(until.text); the app must connect again after that",
          .init(until: until))
      }
    }
  }

  /// What came of storing an app that was let in: its folder for documents, and what it may spend without a question.
  private struct Stored: Sendable {
    let folder: DocumentFolderRecord
    let unasked: NamedValues<AppLimits>?
  }

  /// Stores an app that was let in, with a fresh key for its documents.
  private func store(
    _ record: AppRecord, _ grants: Grants, as kind: String, at now: Timestamp
  ) async throws -> Stored {
    guard let key = try? documents.newKey(core.random) else {
      throw OwnerFailure(.internalError, "the system has no random numbers")
    }
    let limits = payments.orders.limits
    return try await core.ledger.write { transaction in
      try transaction.saveApp(record)
      try transaction.withdrawGrants(of: record.key)
      try transaction.appendAudit(AuditEntry(record, kind: kind, at: now))
      return Stored(
        folder: try transaction.assignDocumentFolder(to: record.key, name: record.folderName, key: key),
        unasked: try limits.unasked(of: record.key, under: grants, transaction))
    }
  }

  private func store(setting app: AppKey, _ now: Timestamp) async throws {
    try await core.ledger.write { transaction in
      try transaction.setAppStatus(app, .revoked, scopes: [])
      try transaction.withdrawGrants(of: app)
      try transaction.appendAudit(AuditEntry(at: now, kind: "app.revoked", app: app, objectID: nil, detail: "{}"))
    }
  }

  private func audit(_ kind: String, of app: AppKey, at now: Timestamp) async throws {
    try await core.ledger.write { transaction in
      try transaction.appendAudit(AuditEntry(at: now, kind: kind, app: app, objectID: nil, detail: "{}"))
    }
  }
}

extension Manifest {
  /// What the app gets when the owner names no scopes.
  var scopesGrantedByDefault: [Scope] { PairingGrant(asked: scopes).granted }
}
