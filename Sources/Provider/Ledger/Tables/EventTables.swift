import PaymentsCore
import PaymentsModel

extension LedgerSchema {
  static let events = EventsTable()
  static let eventCounters = EventCountersTable()
  static let eventBounds = EventBoundsTable()
}

private let events = TableDeclaration<EventsTable>("events")

/// What apps are told. The events of each app are numbered by themselves: a number that all shared would tell each app
/// how much the others do. The later versions of an invoice have one event together, so numbers may be missing.
struct EventsTable: TableColumns {
  let sequence: Column<Int64> = events.number("sequence", .neverTwice)
  let app: Column<AppKey> = events.column("app_key")
  let place: Column<Int64> = events.column("place")
  let type: Column<String> = events.column("type")
  let objectID: Column<String> = events.column("object_id")
  let version: Column<Int64> = events.column("version")
  let at: Column<Timestamp> = events.column("at")
  let body: Column<[UInt8]> = events.column("body")
  let table = events.table(
    indexes: [
      .init("events_by_place", on: "app_key", "place", isUnique: true)
    ])
}

private let eventCounters = TableDeclaration<EventCountersTable>("event_counters")

/// The number of the newest event of an app.
struct EventCountersTable: TableColumns {
  let app: Column<AppKey> = eventCounters.key("app_key")
  let newest: Column<Int64> = eventCounters.column("newest")
  let table = eventCounters.table()
}

private let eventBounds = TableDeclaration<EventBoundsTable>("event_bounds")

/// Up to which place the events of an app were dropped, also where none of them is left.
struct EventBoundsTable: TableColumns {
  let app: Column<AppKey> = eventBounds.key("app_key")
  let droppedThrough: Column<Int64> = eventBounds.column("dropped_through")
  let table = eventBounds.table()
}
