import Cryptography
import JSON
import Ledger
import Orders
import PaymentsAPI
import PaymentsModel
import Statements

/// Implements `statement_request` and `get_statement_part`.
struct StatementMethods {
  let core: ProviderCore
  let wallets: WalletDirectory
  let statements: StatementService
  let quotas: AppQuotas

  func request(
    _ session: AppSession, _ params: RequestStatement.Params
  ) async throws -> RequestStatement.Result {
    let request = try AppRequest(session.app, params.requestID, method: RequestStatement.name, params: params)
    let reader = StatementReader.app(session.app)
    let earlier = try await core.earlierObject(of: request)
    if let earlier, let kept = statements.entry(earlier, of: reader) { return Self.answer(kept, replayed: true) }
    if let currency = params.currency { _ = try wallets.wallet(currency) }
    guard let period = StatementPeriod(from: params.from, to: params.to, in: statements.source.zone) else {
      throw PaymentsFailure(.invalidParams, pointer: "/to", rule: "after from")
    }
    // A statement that was requested before but is no longer kept is created again with the same identifier.
    let id = earlier ?? core.newIdentifier("stm")
    let order = StatementOrder(
      id: id, requestID: params.requestID, reader: reader, format: params.format, period: period,
      scope: .init(
        app: StatementApp(name: session.manifest.name, key: session.app.rawValue), currency: params.currency,
        currencies: session.current.grants.currencies))
    let plan = try await statements.plan(order)
    let isLong = try statements.reserve(plan)
    if earlier == nil {
      let made: String
      do {
        made = try await claim(request, id, asked: entry(id, params: params, period: period, session: session))
      } catch {
        statements.withdraw(plan)
        throw error
      }
      guard made == id else {
        // The same request arrived on another connection in the meantime.
        statements.withdraw(plan)
        guard let kept = statements.entry(made, of: reader) else { throw PaymentsFailure(.internalError) }
        return Self.answer(kept, replayed: true)
      }
    }
    await statements.prepare(plan, isLong: isLong)
    guard let entry = statements.entry(id, of: reader) else { throw PaymentsFailure(.internalError) }
    return Self.answer(entry, replayed: earlier != nil)
  }

  func part(
    _ session: AppSession, _ params: GetStatementPart.Params
  ) async throws -> GetStatementPart.Result {
    let query = try StatusQuery(after: params.after, waitMilliseconds: params.waitMilliseconds)
    let entry = try await query.poll(
      params.statementID, session: session, hub: core.hub, version: { $0.statement.version }
    ) {
      () async throws -> StatementStore.Entry in
      guard let entry = statements.entry(params.statementID, of: .app(session.app)) else {
        throw PaymentsFailure(.statementNotFound, pointer: "/statement_id")
      }
      return entry
    }
    guard entry.statement.state == .ready else { return .init(statement: entry.statement) }
    guard let data = entry.part(params.part ?? 0) else {
      throw PaymentsFailure(.invalidParams, pointer: "/part", rule: "less than parts")
    }
    return .init(statement: entry.statement, data: Base64URL.encode(data))
  }

  /// Returns the audit entry about the request, which is written before the app gets an answer.
  private func entry(
    _ id: String, params: RequestStatement.Params, period: StatementPeriod, session: AppSession
  ) -> AuditEntry {
    var detail: JSONObject = [
      "format": .string(params.format.rawValue), "from": .string(period.from.text), "to": .string(period.to.text),
    ]
    detail["currency"] = params.currency.map(JSONValue.string)
    return AuditEntry(
      at: core.clock.now(), kind: "statement.requested", app: session.app, objectID: id, detail)
  }

  /// Claims the request's key and returns the identifier of the statement that belongs to it.
  private func claim(
    _ request: AppRequest, _ id: String, asked entry: AuditEntry
  ) async throws -> String {
    let claim = request.claim(making: "statement", id, at: core.clock.now())
    let quotas = quotas
    return try await core.ledger.write { transaction -> Result<String, PaymentsFailure> in
      switch try transaction.lookUp(claim) {
      case .replay(let object): return .success(object.id)
      case .conflict: return .failure(PaymentsFailure(.requestConflict, pointer: "/request_id"))
      case .new:
        if let limit = try quotas.checkBytes(of: claim.app, transaction) { return .failure(.exceeded(limit)) }
        _ = try transaction.claimRequest(claim)
        try transaction.appendAudit(entry)
        return .success(id)
      }
    }.get()
  }

  private static func answer(_ entry: StatementStore.Entry, replayed: Bool) -> RequestStatement.Result {
    let isWhole = entry.statement.state == .ready && entry.statement.parts == 1
    return .init(
      statement: entry.statement, replayed: replayed, data: isWhole ? Base64URL.encode(entry.file) : nil)
  }
}

extension StatementStore.Entry {
  /// Returns a part of the file; `nil` if there is no such part.
  func part(_ index: Int) -> ArraySlice<UInt8>? {
    guard (0..<(statement.parts ?? 0)).contains(index) else { return nil }
    let start = index * StatementStore.partBytes
    return file[min(start, file.count)..<min(start + StatementStore.partBytes, file.count)]
  }
}
