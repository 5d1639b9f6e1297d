import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import Transport

/// The connections of apps that are open now, and ending them.
struct SessionCommands {
  let core: ProviderCore
  let sessions: SessionDirectory

  /// Tells who is connected, since when, and how much was asked; what an app says of itself is a claim.
  func list(_: OwnerNothing) async throws -> ListSessions.Result {
    let names = try await ownerNames()
    var rows: [ListedSession] = []
    for session in open { rows.append(await row(session, names)) }
    let limits = core.limits
    return ListSessions.Result(sessions: rows, places: limits.sockets, placesPerApp: limits.socketsPerApp)
  }

  /// Ends one with a goodbye.
  func end(_ params: EndSession.Params) async throws -> ListedSession {
    let session = try named(params.id)
    let view = await row(session, try await ownerNames())
    let now = core.clock.now()
    if session.current.status == .pending {
      session.decided(.denied, grants: Grants(scopes: []), reason: .pairingDenied, at: now)
    } else {
      session.end(.normal)
    }
    session.left()
    return view
  }

  private var open: [AppSession] {
    sessions.all.sorted { ($0.openedAt, $0.id) < ($1.openedAt, $1.id) }
  }

  private func named(_ text: String) throws -> AppSession {
    let sessions = open
    let id = try PartialIdentifier.find(text, among: sessions.map(\.id), .ambiguousSession, of: "sessions")
    guard let match = sessions.first(where: { $0.id == id }) else {
      throw OwnerFailure(.sessionNotFound, "no session has this id, or not any more")
    }
    return match
  }

  private func ownerNames() async throws -> [AppKey: String] {
    var names: [AppKey: String] = [:]
    for app in try await NamedApp.all(core.ledger) { names[app.record.key] = app.grant.ownerName }
    return names
  }

  private func row(_ session: AppSession, _ names: [AppKey: String]) async -> ListedSession {
    let admission = session.current
    return ListedSession(
      id: session.id, key: session.app, fingerprint: session.app.fingerprint, name: session.manifest.name,
      appID: session.manifest.appID, version: session.manifest.version, state: admission.status,
      since: session.openedAt, calls: session.calls, ownerName: names[session.app], approvalID: admission.approvalID,
      process: await session.peer.process()?.words)
  }
}
