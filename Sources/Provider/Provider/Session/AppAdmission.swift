import Cryptography
import JSON
import Ledger
import Logging
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import SecureSession
import ServiceHost
import Transport

/// Decides on an app that has proven its key: approved apps are let in without a question, unknown ones wait for the
/// owner.
struct AppAdmission {
  let apps: AppConnections
  let spending: SpendingLimits
  let documents: DocumentService

  private var core: ProviderCore { apps.core }

  /// Answers who serves the connection and what the app is told first.
  ///
  /// - Returns: `nil` where the connection is closed without telling the app anything.
  func admit(
    _ claim: ProviderHandshake.Claim, _ peer: PeerDescription
  ) async -> ProviderAcceptor.Admission? {
    let app = AppKey(rawValue: claim.identity.base64URL)
    guard let manifest = Manifest(signed: claim.manifest), manifest.isWellFormed,
      let range = VersionRange(manifest.versions), range.contains(PaymentsMethods.specificationVersion)
    else {
      core.log.notice("an app was refused: its manifest is malformed or names no common version")
      return nil
    }
    let known: Known
    do throws(LedgerError) {
      known = try await core.ledger.read { reader -> Known in
        Known(
          record: try reader.app(app), grant: try reader.appGrant(app), newest: try reader.latestEvent(of: app),
          folder: try reader.documentFolder(app))
      }
    } catch {
      core.ledgerTrouble(error)
      return nil
    }
    let applicant = Applicant(
      app: app, manifest: manifest, claim: claim, peer: peer, newest: known.newest, folder: known.folder)
    if let stored = known.record, stored.status == .approved {
      return await welcome(applicant, stored, Grants(stored, known.grant))
    }
    return pair(applicant)
  }

  private func welcome(_ applicant: Applicant, _ stored: AppRecord, _ granted: Grants) async -> ProviderAcceptor
    .Admission?
  {
    let now = core.clock.now()
    let app = applicant.app
    do throws(LedgerError) {
      try await core.ledger.write { transaction in try transaction.touchApp(app, at: now) }
    } catch {
      // The time of the last connection is informational. A full disk must not lock apps out.
      core.ledgerTrouble(error)
    }
    let grants = granted.narrowed(to: applicant.manifest)
    // The remaining budget is informational here. `get_session` returns it again.
    let budgets = try? await core.ledger.read { [spending] reader in
      try spending.budgets(of: app, under: grants, reader)
    }
    let session = session(applicant, .init(status: .approved, grants: grants, pairedAt: stored.pairedAt))
    switch apps.sessions.admit(session) {
    case .admitted(let gone):
      gone?.end(.tryAgainLater)
      return answer(applicant, session, Told(budgets: budgets ?? nil))
    case .refused:
      core.log.notice("a connection was refused: its app has too many, or all places are in use")
      return deny(applicant, .tooManySessions, FailureReason.tooManySessions.retryAfterMilliseconds)
    }
  }

  private func pair(_ applicant: Applicant) -> ProviderAcceptor.Admission? {
    let now = core.clock.now()
    let sessionID = Base64URL.encode(applicant.claim.handshakeHash)
    let prompt = PairingRequests.Prompt(
      id: core.newIdentifier("pair"), app: applicant.app, manifest: applicant.manifest, since: now,
      until: now.advanced(by: PairingRequests.promptLifetime),
      applicant: .init(
        session: sessionID, code: applicant.claim.pairingCode.digits, evidence: applicant.claim.evidence,
        peer: applicant.peer))
    let id: String
    do throws(PairingRequests.NotAsked) {
      id = try apps.pairing.ask(prompt)
    } catch {
      core.log.notice("an app was refused: the owner cannot be asked about it now")
      let answer = error.answer(at: now)
      return deny(applicant, answer.reason, answer.retryAfterMilliseconds)
    }
    let session = session(applicant, .init(status: .pending, grants: Grants(scopes: []), approvalID: id))
    apps.sessions.wait(session)
    if id == prompt.id { apps.notices.changed() }
    return answer(applicant, session, Told(nonce: Base64URL.encode(applicant.claim.pairingNonce)))
  }

  private func deny(
    _ applicant: Applicant, _ reason: FailureReason, _ retryAfterMilliseconds: Int?
  ) -> ProviderAcceptor.Admission? {
    answer(
      applicant, session(applicant, .init(status: .denied, grants: Grants(scopes: []))),
      Told(reason: reason, retryAfterMilliseconds: retryAfterMilliseconds))
  }

  private func session(_ applicant: Applicant, _ admission: AppSession.Admission) -> AppSession {
    AppSession(
      app: applicant.app, manifest: applicant.manifest, peer: applicant.peer,
      sessionID: Base64URL.encode(applicant.claim.handshakeHash), admission: admission, openedAt: core.clock.now(),
      apps: apps)
  }

  /// The optional parts of the first message to the app.
  private struct Told {
    var nonce: String?
    var reason: FailureReason?
    var retryAfterMilliseconds: Int?
    var budgets: [Budget]?
  }

  private func answer(
    _ applicant: Applicant, _ session: AppSession, _ told: Told
  ) -> ProviderAcceptor.Admission? {
    let status = session.current.status
    let result = ConnectResult(
      status: status, sasNonce: status == .pending ? told.nonce : nil, reason: told.reason?.rawValue,
      retryAfterMilliseconds: told.retryAfterMilliseconds,
      session: core.describe(
        session, newest: applicant.newest, budgets: told.budgets, folder: documents.report(applicant.folder)))
    guard let bytes = try? JSONBytesEncoder().encode(result) else {
      session.left()
      return nil
    }
    return ProviderAcceptor.Admission(
      result: bytes, handler: session, options: session.connectionOptions, endsSession: told.reason != nil,
      abandoned: { session.left() })
  }

  /// The data that the ledger holds of an app, with the place of the app's newest event.
  private struct Known: Sendable {
    let record: AppRecord?
    let grant: AppGrantRecord
    let newest: EventCursor
    let folder: DocumentFolderRecord?
  }

  /// An app that has just connected: what it proved, what it says, and its newest event.
  private struct Applicant {
    let app: AppKey
    let manifest: Manifest
    let claim: ProviderHandshake.Claim
    let peer: PeerDescription
    let newest: EventCursor
    let folder: DocumentFolderRecord?
  }
}

extension Manifest {
  /// Parses the manifest that an app signed; `nil` if the bytes are not a manifest.
  init?(signed bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes),
      let manifest = try? JSONValueDecoder().decode(Manifest.self, from: json)
    else { return nil }
    self = manifest
  }
}
