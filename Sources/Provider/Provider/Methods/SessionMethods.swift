import Ledger
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// `get_session`, `disconnect_app`, `subscribe_events`, `unsubscribe_events`.
struct SessionMethods {
  let payments: Payments
  let sessions: SessionDirectory
  let documents: DocumentService

  private var core: ProviderCore { payments.core }

  func describe(
    _ session: AppSession, _ params: GetSession.Params
  ) async throws -> GetSession.Result {
    let (app, current, wallet) = (session.app, session.current, payments.orders.limits)
    let found = try await core.ledger.read { reader -> Found in
      Found(
        newest: try reader.latestEvent(of: app),
        budgets: current.status == .approved ? try wallet.budgets(of: app, under: current.grants, reader) : nil,
        folder: try reader.documentFolder(app))
    }
    return core.describe(session, newest: found.newest, budgets: found.budgets, folder: documents.report(found.folder))
  }

  private struct Found: Sendable {
    let newest: EventCursor
    let budgets: [Budget]?
    let folder: DocumentFolderRecord?
  }

  func disconnect(
    _ session: AppSession, _ params: DisconnectApp.Params
  ) async throws -> DisconnectApp.Result {
    let forget = params.forget ?? false
    if forget {
      let (app, now) = (session.app, core.clock.now())
      try await core.ledger.write { transaction in
        // An app that is forgotten already leaves no further entry, however often it asks.
        guard try transaction.appStatus(app) == .approved else { return }
        try transaction.setAppStatus(app, .revoked, scopes: [])
        try transaction.withdrawGrants(of: app)
        try transaction.appendAudit(
          AuditEntry(at: now, kind: "app.forgotten", app: app, objectID: nil, detail: "{}"))
      }
    }
    session.closeAfterReply()
    if forget {
      await payments.orders.endAll(of: session.app, by: .cancelRequested)
      for other in sessions.sessions(of: session.app) where other !== session {
        other.decided(.denied, grants: Grants(scopes: []), reason: .appRevoked, at: core.clock.now())
      }
    }
    return DisconnectApp.Result(forgotten: forget)
  }

  func subscribe(
    _ session: AppSession, _ params: SubscribeEvents.Params
  ) async throws -> SubscribeEvents.Result {
    let app = session.app
    let span = try await core.ledger.read { reader -> EventSpan in try reader.eventSpan(of: app) }
    switch span.reading(after: params.from ?? span.newest) {
    case .unknown: throw PaymentsFailure(.cursorInvalid, pointer: "/from")
    case .dropped:
      throw PaymentsFailure(tooOld: "/from", events: EventBounds(oldest: span.oldest, newest: span.newest))
    case .whole(let from):
      if let connection = session.connection { session.events.start(from: from, on: connection) }
      return SubscribeEvents.Result(cursor: from)
    }
  }

  func unsubscribe(
    _ session: AppSession, _ params: UnsubscribeEvents.Params
  ) async throws -> UnsubscribeEvents.Result {
    UnsubscribeEvents.Result(cursor: session.events.stop())
  }
}
