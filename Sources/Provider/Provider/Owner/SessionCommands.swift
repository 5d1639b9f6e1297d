import JSON
import Ledger
import OwnerSocket
import PaymentsAPI
import PaymentsModel
import Transport

/// The connections of apps that are open now, and ending them.
struct SessionCommands {
  let context: ProviderContext

  /// `sessions`: who is connected, since when, and how much was asked; what an app says of itself is a claim.
  func list() async throws(OwnerFailure) -> JSONValue {
    let names = try await ownerNames()
    var rows: [JSONValue] = []
    for session in open { rows.append(await row(session, names)) }
    let limits = context.configuration.limits
    return [
      "sessions": .array(rows), "places": .integer(limits.sockets), "places_per_app": .integer(limits.socketsPerApp),
    ]
  }

  /// `sessions.end {id}`: ends one with a goodbye; `id` may be the beginning or the end of it.
  func end(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let text = try OwnerParams.text(params, "id")
    let session = try named(text)
    let view = await row(session, try await ownerNames())
    let now = context.clock.now()
    if session.current.status == .pending {
      session.decided(.denied, grants: Grants(scopes: []), reason: .pairingDenied, at: now)
    } else {
      session.end(.normal)
    }
    session.left()
    return view
  }

  private var open: [AppSession] {
    context.sessions.all.sorted { ($0.openedAt, $0.id) < ($1.openedAt, $1.id) }
  }

  private func named(_ text: String) throws(OwnerFailure) -> AppSession {
    let sessions = open
    if let whole = sessions.first(where: { $0.id == text }) { return whole }
    let isLong = text.utf8.count >= 4
    let matches = sessions.filter { session in
      let id = session.id.utf8
      return id.starts(with: text.utf8) || id.starts(with: ("ses_" + text).utf8)
        || (isLong && id.reversed().starts(with: text.utf8.reversed()))
    }
    guard matches.count < 2 else {
      throw OwnerFailure(.conflict, "several sessions have this in their ids; give more of it, see: payd sessions")
    }
    guard !text.isEmpty, let match = matches.first else {
      throw OwnerFailure(.notFound, "no session has this id, or not any more; see: payd sessions")
    }
    return match
  }

  private func ownerNames() async throws(OwnerFailure) -> [AppKey: String] {
    var names: [AppKey: String] = [:]
    for app in try await NamedApp.all(context.ledger) { names[app.record.key] = app.grant.ownerName }
    return names
  }

  private func row(_ session: AppSession, _ names: [AppKey: String]) async -> JSONValue {
    let admission = session.current
    var value: JSONObject = [
      "id": .string(session.id), "key": .string(session.app.rawValue),
      "fingerprint": .string(session.app.fingerprint), "name": .string(session.manifest.name),
      "app_id": .string(session.manifest.appID), "version": .string(session.manifest.version),
      "state": .string(admission.status.rawValue), "since": .string(session.openedAt.text),
      "calls": .integer(session.calls),
    ]
    value["owner_name"] = names[session.app].map(JSONValue.string)
    value["approval_id"] = admission.approvalID.map(JSONValue.string)
    value["process"] = (await session.peer.process()).map { .string($0.words) }
    return .object(value)
  }
}
