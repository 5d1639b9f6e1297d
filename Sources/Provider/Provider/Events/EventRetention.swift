import JSON
import Ledger
import PaymentsModel

/// Drops old events from time to time, by age and by number, and gives the space back. The state of the objects does
/// not matter for this: it stays in the ledger for ever.
struct EventRetention {
  /// The largest number of events in one unit of writes, so that payments do not wait for long.
  private static let batch = 1000
  /// The largest number of pages that one unit of writes gives back, for the same reason.
  private static let pages = 64
  /// The number of free pages, one megabyte, that the ledger keeps for what it writes next.
  private static let keptPages = 256
  /// The largest number of units that give pages back at one time. The rest follows the next time.
  private static let units = 64

  private let core: ProviderCore
  /// How long events are kept, and how often they are looked at.
  var configuration: EventsConfiguration
  private var next: Timestamp?

  init(_ core: ProviderCore, _ configuration: EventsConfiguration) {
    self.core = core
    self.configuration = configuration
  }

  /// Drops old events if enough time has passed since the last time.
  mutating func runIfDue() async throws(LedgerError) {
    let now = core.clock.now()
    if let next, now < next { return }
    next = now.advanced(by: configuration.trimEvery)
    try await run(at: now)
    try await AuditRetention(core: core).run(at: now)
    try await shrink()
  }

  /// Gives the pages back that dropped events have left. Every step is a unit of its own, and payments come in between.
  func shrink() async throws(LedgerError) {
    for _ in 0..<Self.units where !core.isStopping {
      let left = try await core.ledger.write { transaction in
        try transaction.releaseFreePages(atMost: Self.pages, keeping: Self.keptPages)
      }
      if left == 0 { return }
    }
  }

  /// Drops old events.
  func run(at now: Timestamp) async throws(LedgerError) {
    let rule = EventRetentionRule(
      since: now.advanced(by: .seconds(-86_400 * configuration.keepDays)), count: configuration.keepCount)
    let apps = try await core.ledger.read { reader in try reader.apps().map(\.key) }
    for app in apps {
      let stale = try await core.ledger.read { reader -> EventCursor? in
        try reader.lastStaleEvent(of: app, rule)
      }
      guard let stale else { continue }
      while try await drop(app, through: stale, at: now), !core.isStopping {}
    }
  }

  /// Drops one batch. Returns `false` when nothing is left to drop.
  private func drop(_ app: AppKey, through cursor: EventCursor, at now: Timestamp) async throws(LedgerError) -> Bool {
    let dropped = try await core.ledger.write { transaction -> DroppedEvents? in
      guard let dropped = try transaction.dropEvents(of: app, through: cursor, atMost: Self.batch) else { return nil }
      try transaction.appendAudit(
        AuditEntry(
          at: now, kind: "events.trimmed", app: app,
          ["count": .integer(dropped.count), "through": .string(dropped.through.description)]))
      return dropped
    }
    return dropped.map { $0.through < cursor } ?? false
  }
}
