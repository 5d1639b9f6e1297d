import Cryptography
import JSON
import Ledger
import Logging
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import SecureSession
import ServiceDoor
import Transport

/// Decides on an app that has proven its key: known ones come in silently, unknown ones wait for the owner.
struct AppAdmission {
  let context: ProviderContext

  /// Answers who serves the connection and what the app is told first; `nil` shows it out without a word.
  func admit(
    _ claim: ProviderHandshake.Claim, _ peer: PeerDescription
  ) async -> ProviderAcceptor.Admission? {
    let app = AppKey(rawValue: claim.identity.base64URL)
    guard let manifest = Manifest(signed: claim.manifest), manifest.isWellFormed,
      let range = VersionRange(manifest.versions), range.contains(PaymentsMethods.specificationVersion)
    else {
      context.log.notice("an app was turned away: its manifest is malformed or speaks other versions")
      return nil
    }
    let known: Known
    do throws(LedgerError) {
      known = try await context.ledger.read { reader throws(LedgerError) -> Known in
        Known(
          record: try reader.app(app), grant: try reader.appGrant(app), newest: try reader.latestEvent(of: app),
          folder: try reader.documentFolder(app))
      }
    } catch {
      context.ledgerTrouble(error)
      return nil
    }
    let visitor = Visitor(
      app: app, manifest: manifest, claim: claim, peer: peer, newest: known.newest, folder: known.folder)
    if let stored = known.record, stored.status == .approved {
      return await welcome(visitor, stored, Grants(stored, known.grant))
    }
    return pair(visitor)
  }

  private func welcome(_ visitor: Visitor, _ stored: AppRecord, _ granted: Grants) async -> ProviderAcceptor.Admission?
  {
    let now = context.clock.now()
    let app = visitor.app
    do throws(LedgerError) {
      try await context.record { transaction throws(LedgerError) in try transaction.touchApp(app, at: now) }
    } catch {
      // The time of the last visit is advice; a full disk must not lock apps out.
      context.ledgerTrouble(error)
    }
    let grants = granted.narrowed(to: visitor.manifest)
    // What is left is advice here; `get_session` tells it again.
    let budgets = try? await context.ledger.read { [context] reader throws(LedgerError) in
      try context.grants.budgets(of: app, under: grants, reader)
    }
    let session = session(visitor, .init(status: .approved, grants: grants, pairedAt: stored.pairedAt))
    switch context.sessions.admit(session) {
    case .admitted(let gone):
      gone?.end(.tryAgainLater)
      return answer(visitor, session, Told(budgets: budgets ?? nil))
    case .refused:
      context.log.notice("a connection was refused: its app has as many as it may, or all places are taken")
      return deny(visitor, .tooManySessions, FailureReason.tooManySessions.retryAfterMilliseconds)
    }
  }

  private func pair(_ visitor: Visitor) -> ProviderAcceptor.Admission? {
    let now = context.clock.now()
    let sessionID = Base64URL.encode(visitor.claim.handshakeHash)
    let prompt = PairingDesk.Prompt(
      id: context.newIdentifier("pair"), app: visitor.app, manifest: visitor.manifest, since: now,
      until: now.advanced(by: PairingDesk.promptLifetime),
      applicant: .init(
        session: sessionID, code: visitor.claim.pairingCode.digits, evidence: visitor.claim.evidence,
        peer: visitor.peer))
    let id: String
    do throws(PairingDesk.NotAsked) {
      id = try context.pairing.ask(prompt)
    } catch {
      context.log.notice("an app was turned away: the owner is not asked about it now")
      let answer = error.answer(at: now)
      return deny(visitor, answer.reason, answer.retryAfterMilliseconds)
    }
    let session = session(visitor, .init(status: .pending, grants: Grants(scopes: []), approvalID: id))
    context.sessions.wait(session)
    if id == prompt.id { context.notices.changed() }
    return answer(visitor, session, Told(nonce: Base64URL.encode(visitor.claim.pairingNonce)))
  }

  private func deny(
    _ visitor: Visitor, _ reason: FailureReason, _ retryAfterMilliseconds: Int?
  ) -> ProviderAcceptor.Admission? {
    answer(
      visitor, session(visitor, .init(status: .denied, grants: Grants(scopes: []))),
      Told(reason: reason, retryAfterMilliseconds: retryAfterMilliseconds))
  }

  private func session(_ visitor: Visitor, _ standing: AppSession.Standing) -> AppSession {
    AppSession(
      app: visitor.app, manifest: visitor.manifest, peer: visitor.peer,
      sessionID: Base64URL.encode(visitor.claim.handshakeHash), standing: standing, openedAt: context.clock.now(),
      provider: context)
  }

  /// What the app is told beside its session.
  private struct Told {
    var nonce: String?
    var reason: FailureReason?
    var retryAfterMilliseconds: Int?
    var budgets: [Budget]?
  }

  private func answer(
    _ visitor: Visitor, _ session: AppSession, _ told: Told
  ) -> ProviderAcceptor.Admission? {
    let status = session.current.status
    let result = ConnectResult(
      status: status, sasNonce: status == .pending ? told.nonce : nil, reason: told.reason?.rawValue,
      retryAfterMilliseconds: told.retryAfterMilliseconds,
      session: context.describe(session, newest: visitor.newest, budgets: told.budgets, folder: visitor.folder))
    guard let bytes = try? JSONBytesEncoder().encode(result) else {
      session.left()
      return nil
    }
    return ProviderAcceptor.Admission(
      result: bytes, handler: session, options: session.connectionOptions, endsSession: told.reason != nil,
      abandoned: { session.left() })
  }

  /// What the ledger holds of an app, and its newest event.
  private struct Known: Sendable {
    let record: AppRecord?
    let grant: AppGrantRecord
    let newest: EventCursor
    let folder: DocumentFolderRecord?
  }

  /// An app at the door: what it proved, what it says, and its newest event.
  private struct Visitor {
    let app: AppKey
    let manifest: Manifest
    let claim: ProviderHandshake.Claim
    let peer: PeerDescription
    let newest: EventCursor
    let folder: DocumentFolderRecord?
  }
}

extension Manifest {
  /// The manifest in the bytes that an app signed; `nil` where they are none.
  init?(signed bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes),
      let manifest = try? JSONValueDecoder().decode(Manifest.self, from: json)
    else { return nil }
    self = manifest
  }
}
