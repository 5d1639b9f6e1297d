import Cryptography
import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Statements
import Synchronization

/// Prepares statements one after the other, in the background, and keeps them until they are fetched.
final class StatementService: Sendable {
  /// The largest number of rows of a statement.
  static let mostRows = 20_000
  /// The number of rows above which a request is answered before the statement is ready, and events report its
  /// progress.
  static let promptRows = 1000

  private struct State {
    var store = StatementStore()
    /// The most recently started work, for which the next work waits.
    var last: Task<Void, Never>?
  }

  private let state = Mutex(State())
  let source: StatementSource
  private let renderer: StatementRenderer

  init(_ source: StatementSource, renderer: StatementRenderer = StatementRenderer()) {
    self.source = source
    self.renderer = renderer
  }

  /// Returns the statement with this identifier if it belongs to the reader.
  func entry(_ id: String, of reader: StatementReader) -> StatementStore.Entry? {
    state.withLock { $0.store.entry(id, of: reader) }
  }

  /// Removes expired statements.
  func dropExpired(at now: Timestamp) {
    state.withLock { $0.store.dropExpired(at: now) }
  }

  /// The properties of a statement that are known before it is prepared.
  struct Plan: Sendable {
    let maker: StatementMaker
    let rows: Int
  }

  /// Counts the rows of a statement.
  ///
  /// - Throws: `statement_too_large`, and the failures of the ledger.
  func plan(_ order: StatementOrder) async throws -> Plan {
    let period = order.period
    let filter = BookingFilter(
      app: order.scope.app.map { AppKey(rawValue: $0.key) },
      currencies: order.scope.currency.map { [$0] } ?? order.scope.currencies,
      through: try await source.core.ledger.read { reader in try reader.latestBooking() })
    let rows = try await source.core.ledger.read { reader in
      try reader.bookingCount(filter, from: period.from, before: period.to)
    }
    guard rows <= Self.mostRows else {
      throw PaymentsFailure(.statementTooLarge, rule: "at most \(Self.mostRows) payments; this period has \(rows)")
    }
    return Plan(maker: StatementMaker(source: source, order: order, filter: filter), rows: rows)
  }

  /// Reserves a place for a statement. Its state is then `preparing`, and it has to be prepared or withdrawn.
  ///
  /// - Returns: Whether preparing it may take a while.
  /// - Throws: `rate_limited` if too many statements of its reader are being prepared.
  func reserve(_ plan: Plan) throws -> Bool {
    let order = plan.maker.order
    let statement = description(of: order, rows: plan.rows)
    let isLong = state.withLock { state -> Bool? in
      let isLong = plan.rows > Self.promptRows || state.store.isBusy
      return state.store.admit(statement, of: order.reader) ? isLong : nil
    }
    guard let isLong else { throw PaymentsFailure(.rateLimited, rule: "statements are being prepared") }
    return isLong
  }

  /// Returns why no statement in this format can be created, for the owner; `nil` if it can be tried.
  func obstacle(to format: StatementFormat) -> String? { renderer.obstacle(to: format) }

  /// Releases the place of a statement.
  func withdraw(_ plan: Plan) {
    state.withLock { $0.store.remove(plan.maker.order.id, of: plan.maker.order.reader) }
  }

  /// Prepares a statement that has a place. Returns when it is ready, or at once if that may take a while.
  func prepare(_ plan: Plan, isLong: Bool) async {
    let maker = plan.maker
    let work = state.withLock { state in
      let before = state.last
      let work = Task {
        await before?.value
        await self.make(maker, tellsProgress: isLong)
      }
      state.last = work
      return work
    }
    if !isLong { await work.value }
  }

  private func make(_ maker: StatementMaker, tellsProgress: Bool) async {
    let order = maker.order
    var told = 0
    do throws(StatementFailure) {
      let draft = try await maker.draft { rows in
        // Progress is reported at most ten times, because each report is an event in the ledger.
        guard tellsProgress, rows - told >= Self.mostRows / 10 else { return }
        told = rows
        await tell(change(order) { $0.rowsDone = rows }, order)
      }
      let rows = draft.document.sections.reduce(0) { $0 + $1.rows.count }
      guard let file = await renderer.file(draft, order.format), let digest = try? SHA256.hash(file) else {
        source.core.log.log(
          level: .ownFault,
          "a statement was not written\(renderer.obstacle(to: order.format).map { ": " + $0 } ?? "")",
          metadata: ["format": "\(order.format.rawValue)"])
        throw StatementFailure(reason: .internalError)
      }
      let now = source.core.clock.now()
      let ready = state.withLock { state in
        _ = state.store.change(order.id, of: order.reader) { $0.rowsDone = rows }
        return state.store.finish(order.id, of: order.reader, file, sha256: digest.hexadecimal, at: now)
      }
      guard let ready else { throw StatementFailure(reason: .statementTooLarge) }
      await tell(tellsProgress ? ready : nil, order)
    } catch {
      let failed = change(order) { statement in
        statement.state = .failed
        statement.reason = error.reason.rawValue
      }
      await tell(tellsProgress ? failed : nil, order)
    }
  }

  private func change(_ order: StatementOrder, _ body: (inout Statement) -> Void) -> Statement? {
    state.withLock { $0.store.change(order.id, of: order.reader, body) }
  }

  /// Wakes the tasks that wait for the statement, and appends an event if there is something to report.
  private func tell(_ statement: Statement?, _ order: StatementOrder) async {
    guard case .app(let app) = order.reader else {
      return source.core.hub.changed([order.id], of: AppKey(rawValue: ""))
    }
    if let statement {
      let now = source.core.clock.now()
      do throws(LedgerError) {
        _ = try await source.core.ledger.write { transaction in
          try transaction.appendEvent(try NewEvent(statement, of: app, at: now))
        }
      } catch {
        source.core.log.noteTrouble(with: error)
      }
    }
    source.core.hub.changed([order.id], of: app)
  }

  private func description(of order: StatementOrder, rows: Int) -> Statement {
    let zone = source.zone
    let first = zone.day(at: order.period.from)
    let last = zone.day(at: order.period.to.advanced(by: .milliseconds(-1)))
    let name = ["statement", order.scope.currency, first.description, first == last ? nil : last.description]
    return Statement(
      statementID: order.id, requestID: order.requestID, version: 1, state: .preparing, format: order.format,
      from: order.period.from, to: order.period.to, rows: rows, rowsDone: 0, mediaType: order.format.mediaType,
      fileName: name.compactMap(\.self).joined(separator: "-") + "." + order.format.fileExtension,
      createdAt: source.core.clock.now(), currency: order.scope.currency)
  }
}
