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
          record: try reader.app(app), grant: try reader.appGrant(app), newest: try reader.latestEvent(),
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
    return answer(
      visitor, .init(status: .approved, grants: grants, pairedAt: stored.pairedAt), budgets: budgets ?? nil)
  }

  private func pair(_ visitor: Visitor) -> ProviderAcceptor.Admission? {
    let now = context.clock.now()
    let id = context.newIdentifier("pair")
    let process = visitor.peer.process()
    let prompt = PairingDesk.Prompt(
      id: id, app: visitor.app, manifest: visitor.manifest, code: visitor.claim.pairingCode.digits,
      process: process.map { "pid \($0.identifier) \($0.executablePath ?? "")" }, since: now,
      until: now.advanced(by: PairingDesk.promptLifetime))
    guard context.pairing.add(prompt) else {
      context.log.notice("an app was turned away: pairing is locked or too many apps wait")
      let reason: FailureReason = context.pairing.isLocked ? .pairingLocked : .tooManyPrompts
      return answer(visitor, .init(status: .denied, grants: Grants(scopes: [])), reason: reason)
    }
    context.pairingEvidence.keep(visitor.claim.evidence, for: id)
    context.notices.changed()
    return answer(
      visitor, .init(status: .pending, grants: Grants(scopes: []), approvalID: id),
      nonce: Base64URL.encode(visitor.claim.pairingNonce))
  }

  private func answer(
    _ visitor: Visitor, _ standing: AppSession.Standing, nonce: String? = nil, reason: FailureReason? = nil,
    budgets: [Budget]? = nil
  ) -> ProviderAcceptor.Admission? {
    let session = AppSession(
      app: visitor.app, manifest: visitor.manifest, peer: visitor.peer,
      sessionID: Base64URL.encode(visitor.claim.handshakeHash), standing: standing, openedAt: context.clock.now(),
      provider: context)
    let result = ConnectResult(
      status: standing.status, sasNonce: nonce, reason: reason?.rawValue,
      session: context.describe(session, newest: visitor.newest, budgets: budgets, folder: visitor.folder))
    guard let bytes = try? JSONBytesEncoder().encode(result) else { return nil }
    return ProviderAcceptor.Admission(result: bytes, handler: session, endsSession: reason != nil)
  }

  /// What the ledger holds of an app, and the newest event that there is.
  private struct Known: Sendable {
    let record: AppRecord?
    let grant: AppGrantRecord
    let newest: EventCursor
    let folder: DocumentFolderRecord?
  }

  /// An app at the door: what it proved, what it says, and the newest event there is.
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
