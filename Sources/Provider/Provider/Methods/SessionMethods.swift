import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// `get_session`, `disconnect_app`, `subscribe_events`, `unsubscribe_events`.
enum SessionMethods {
  static func describe(
    _ session: AppSession, _ params: GetSession.Params
  ) async throws -> GetSession.Result {
    let context = session.provider
    let (app, current, wallet) = (session.app, session.current, context.grants)
    let found = try await context.ledger.read { reader -> Found in
      Found(
        newest: try reader.latestEvent(of: app),
        budgets: current.status == .approved ? try wallet.budgets(of: app, under: current.grants, reader) : nil,
        folder: try reader.documentFolder(app))
    }
    return context.describe(session, newest: found.newest, budgets: found.budgets, folder: found.folder)
  }

  private struct Found: Sendable {
    let newest: EventCursor
    let budgets: [Budget]?
    let folder: DocumentFolderRecord?
  }

  static func disconnect(
    _ session: AppSession, _ params: DisconnectApp.Params
  ) async throws -> DisconnectApp.Result {
    let context = session.provider
    let forget = params.forget ?? false
    if forget {
      let (app, now) = (session.app, context.clock.now())
      try await context.ledger.write { transaction in
        guard try transaction.app(app) != nil else { return }
        try transaction.setAppStatus(app, .revoked, scopes: [])
        try transaction.withdrawGrants(of: app)
        try transaction.appendAudit(
          AuditEntry(at: now, kind: "app.forgotten", app: app, objectID: nil, detail: "{}"))
      }
    }
    session.closeAfterReply()
    if forget {
      await AppPayments(app: session.app, context: context).end(.cancelRequested)
      for other in context.sessions.sessions(of: session.app) where other !== session {
        other.decided(.denied, grants: Grants(scopes: []), reason: .appRevoked, at: context.clock.now())
      }
    }
    return DisconnectApp.Result(forgotten: forget)
  }

  static func subscribe(
    _ session: AppSession, _ params: SubscribeEvents.Params
  ) async throws -> SubscribeEvents.Result {
    let context = session.provider
    let app = session.app
    let span = try await context.ledger.read { reader -> EventSpan in try reader.eventSpan(of: app) }
    let from = params.from ?? span.newest
    guard from <= span.newest else { throw PaymentsFailure(.cursorInvalid, pointer: "/from") }
    guard from >= span.oldest else {
      throw PaymentsFailure(tooOld: "/from", events: EventBounds(oldest: span.oldest, newest: span.newest))
    }
    if let connection = session.connection { session.events.start(from: from, on: connection) }
    return SubscribeEvents.Result(cursor: from)
  }

  static func unsubscribe(
    _ session: AppSession, _ params: UnsubscribeEvents.Params
  ) async throws -> UnsubscribeEvents.Result {
    UnsubscribeEvents.Result(cursor: session.events.stop())
  }
}
