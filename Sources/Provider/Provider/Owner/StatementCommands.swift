import Cryptography
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Statements

/// Statements for the owner: of one app or of all.
struct StatementCommands {
  private static let patience: Duration = .seconds(10)

  let core: ProviderCore
  let statements: StatementService
  let wallets: WalletDirectory

  /// Begins a statement; answers it as `statement_request` does, without a file.
  func begin(_ params: BeginStatement.Params) async throws -> BeginStatement.Result {
    guard let from = StatementBound(params.from), let to = StatementBound(params.to) else {
      throw OwnerFailure(.usage, "from and to must be dates such as 2026-03-01, or moments in UTC")
    }
    guard let period = StatementPeriod(from: from, to: to, in: statements.source.zone) else {
      throw OwnerFailure(.emptyPeriod, "the period ends before it begins")
    }
    let (format, currency) = (params.format, params.currency)
    if let currency, wallets.existingWallet(currency) == nil {
      throw OwnerFailure(.currencyNotFound, "no wallet serves \(currency)")
    }
    var app: StatementApp?
    if let name = params.app {
      let named = try await NamedApp.find(name, core.ledger)
      app = StatementApp(name: named.name, key: named.record.key.rawValue)
    }
    let order = StatementOrder(
      id: core.newIdentifier("stm"), requestID: .random(), reader: .owner, format: format, period: period,
      scope: .init(app: app, currency: currency))
    if let obstacle = statements.obstacle(to: format) { throw OwnerFailure(.programMissing, obstacle) }
    do {
      let plan = try await statements.plan(order)
      await statements.prepare(plan, isLong: try statements.reserve(plan))
    } catch {
      throw Self.failure(PaymentsFailure(reporting: error, core.log))
    }
    return BeginStatement.Result(statement: try entry(order.id).statement)
  }

  /// Answers how far a statement is, and a part of its file once it is ready; waits a while for that.
  func part(_ params: FetchStatement.Params) async throws -> FetchStatement.Result {
    let id = params.statementID
    let changes = core.hub.changes(of: id)
    var entry = try entry(id)
    if entry.statement.state == .preparing {
      await ChangeHub.next(changes, atMost: Self.patience)
      entry = try self.entry(id)
    }
    var answer = FetchStatement.Result(statement: entry.statement)
    if entry.statement.state == .ready {
      guard let part = entry.part(params.part ?? 0) else {
        throw OwnerFailure(.usage, "the statement has no such part")
      }
      answer.data = Base64URL.encode(part)
    }
    return answer
  }

  private func entry(_ id: String) throws -> StatementStore.Entry {
    guard let entry = statements.entry(id, of: .owner) else {
      throw OwnerFailure(.notFound, "this statement is not kept any more; ask for it again")
    }
    return entry
  }

  private static func failure(_ failure: PaymentsFailure) -> OwnerFailure {
    switch failure.reason {
    case .statementTooLarge:
      OwnerFailure(
        .usage, "a statement has \(failure.rule ?? "too many payments"); name a shorter period, one app or one currency"
      )
    case .rateLimited: OwnerFailure(.unavailable, "other statements are being prepared; ask again in a moment")
    default: OwnerFailure(ofLedger: failure)
    }
  }
}
