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
    let names = try await core.ledger.read { reader in try NamesOfApps(reader) }
    var rows: [ListedSession] = []
    for session in open { rows.append(await row(session, names)) }
    let limits = core.limits
    return ListSessions.Result(sessions: rows, places: limits.sockets, placesPerApp: limits.socketsPerApp)
  }

  /// Ends one with a goodbye.
  func end(_ params: EndSession.Params) async throws -> ListedSession {
    let session = try named(params.id)
    let view = await row(session, try await core.ledger.read { reader in try NamesOfApps(reader) })
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

  private func row(_ session: AppSession, _ names: NamesOfApps) async -> ListedSession {
    let admission = session.current
    // Of an app that waits to be paired, or was renamed by its author, this connection has what it calls itself.
    var app = names[session.app]
    if app.name == app.claimedName { app.name = session.manifest.name }
    app.claimedName = session.manifest.name
    return ListedSession(
      id: session.id, app: app, appID: session.manifest.appID, version: session.manifest.version,
      state: admission.status, since: session.openedAt, calls: session.calls, questionID: admission.questionID,
      process: await session.peer.process()?.words)
  }
}
