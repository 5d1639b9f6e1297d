import Cryptography
import JSON
import Ledger
import Logging
import Orders
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
    let admission = await decide(claim, peer)
    core.metrics.count(.handshakes, [("outcome", admission.outcome)])
    return admission.answer
  }

  /// The decision, and its name among the outcomes of handshakes.
  private struct Decision {
    var outcome: String
    var answer: ProviderAcceptor.Admission?
  }

  private func decide(_ claim: ProviderHandshake.Claim, _ peer: PeerDescription) async -> Decision {
    let app = AppKey(rawValue: claim.identity.base64URL)
    guard let manifest = Manifest(signed: claim.manifest), manifest.isWellFormed,
      let range = VersionRange(manifest.versions), range.contains(PaymentsMethods.specificationVersion)
    else {
      core.log.log(
        level: .peersFault, "an app was refused: its manifest is malformed or names no common version")
      return Decision(outcome: "malformed_manifest")
    }
    let known: Known
    do throws(LedgerError) {
      known = try await core.ledger.read { [spending] reader -> Known in
        let record = try reader.app(app)
        var known = Known(
          record: record, grants: Grants(scopes: []), newest: try reader.latestEvent(of: app),
          folder: try reader.documentFolder(app))
        guard let record, record.status == .approved else { return known }
        known.grants = Grants(record, try reader.appGrant(app)).narrowed(to: manifest)
        // The remaining budget is informational here. `get_session` returns it again.
        known.budgets = try? spending.budgets(of: app, under: known.grants, reader)
        return known
      }
    } catch {
      core.ledgerTrouble(error)
      return Decision(outcome: "internal_failure")
    }
    let applicant = Applicant(
      app: app, manifest: manifest, claim: claim, peer: peer, newest: known.newest, folder: known.folder)
    if let stored = known.record, stored.status == .approved {
      return welcome(applicant, stored: stored, known: known)
    }
    return pair(applicant)
  }

  private func welcome(_ applicant: Applicant, stored: AppRecord, known: Known) -> Decision {
    apps.lastConnections.note(applicant.app, at: core.clock.now())
    let session = session(applicant, .init(status: .approved, grants: known.grants, pairedAt: stored.pairedAt))
    switch apps.sessions.admit(session) {
    case .admitted(let gone):
      gone?.end(.tryAgainLater)
      return Decision(
        outcome: "approved", answer: answer(applicant, in: session, telling: Told(budgets: known.budgets)))
    case .refused:
      core.log.log(level: .peersFault, "a connection was refused: its app has too many, or all places are in use")
      return deny(
        applicant, because: .tooManySessions,
        retryAfterMilliseconds: FailureReason.tooManySessions.retryAfterMilliseconds)
    }
  }

  private func pair(_ applicant: Applicant) -> Decision {
    let now = core.clock.now()
    let sessionID = Base64URL.encode(applicant.claim.handshakeHash)
    let question = PairingRequests.Question(
      id: core.newIdentifier("pair"), app: applicant.app, manifest: applicant.manifest, since: now,
      until: now.advanced(by: PairingRequests.promptLifetime),
      applicant: .init(
        session: sessionID, code: applicant.claim.pairingCode.digits, evidence: applicant.claim.evidence,
        peer: applicant.peer))
    let id: String
    do throws(PairingRequests.NotAsked) {
      id = try apps.pairing.ask(question)
    } catch {
      core.log.log(level: .peersFault, "an app was refused: the owner cannot be asked about it now")
      let answer = error.answer(at: now)
      return deny(applicant, because: answer.reason, retryAfterMilliseconds: answer.retryAfterMilliseconds)
    }
    let session = session(applicant, .init(status: .pending, grants: Grants(scopes: []), questionID: id))
    apps.sessions.wait(session)
    if id == question.id {
      core.log.log(level: .ownersBusiness, "an app waits to be paired", metadata: ["approval": "\(id)"])
      apps.notices.changed()
    }
    return Decision(
      outcome: "pending",
      answer: answer(applicant, in: session, telling: Told(nonce: Base64URL.encode(applicant.claim.pairingNonce))))
  }

  private func deny(
    _ applicant: Applicant, because reason: FailureReason, retryAfterMilliseconds: Int?
  ) -> Decision {
    Decision(
      outcome: reason.rawValue,
      answer: answer(
        applicant, in: session(applicant, .init(status: .denied, grants: Grants(scopes: []))),
        telling: Told(reason: reason, retryAfterMilliseconds: retryAfterMilliseconds)))
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
    _ applicant: Applicant, in session: AppSession, telling told: Told
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
    /// What an approved app may do in this session.
    var grants: Grants
    var budgets: [Budget]?
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
