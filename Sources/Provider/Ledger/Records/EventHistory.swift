package import PaymentsModel

/// The history that the events of a ledger belong to. Each ledger that comes from a backup begins another one, so that
/// the cursor of an event which only the lost ledger had names nothing in it, however many events came since.
///
/// A cursor has the number of its history in its upper 31 bits and the place among the events of the app in the lower
/// 32. A ledger that was never restored has history 0, in which cursors and places are the same numbers.
package struct EventHistory: Sendable, Hashable {
  fileprivate static let setting = "event_history"
  /// The last place that a history has.
  static let lastPlace: Int64 = (1 << 32) - 1
  /// The last history, which can be counted no further.
  private static let last: Int64 = (1 << 31) - 1
  /// 2026-01-01T00:00:00Z, from which histories count the seconds.
  private static let epoch: Int64 = 1_767_225_600
  /// By how much a history is above the one before it at most, where the clock does not tell them apart.
  private static let longestStep: Int64 = 1 << 12

  /// The number of the history; 0 is that of a ledger that was never restored.
  package let number: Int64

  /// The cursor of the beginning of this history, after which all events of an app come.
  var beginning: EventCursor { cursor(at: 0) }

  /// The cursor of a place.
  func cursor(at place: Int64) -> EventCursor { EventCursor(sequence: number << 32 | place) }

  /// The place of a cursor; `nil` if it belongs to another history. The beginning is that of every history.
  func place(of cursor: EventCursor) -> Int64? {
    if cursor == .beginning { return 0 }
    return cursor.sequence >> 32 == number ? cursor.sequence & Self.lastPlace : nil
  }

  /// The history of a ledger that is restored at a moment. It is the time, so that two restorations of one backup begin
  /// different ones. On a machine whose clock is behind, chance tells them apart.
  func next(at now: Timestamp) -> EventHistory {
    let seconds = now.milliseconds / 1000 - Self.epoch
    let number = seconds > number ? seconds : number + Int64.random(in: 1...Self.longestStep)
    return EventHistory(number: min(number, Self.last))
  }
}

extension LedgerReader {
  /// Returns the history that the events of this ledger belong to.
  package func eventHistory() throws -> EventHistory {
    EventHistory(number: try setting(EventHistory.setting).flatMap { Int64($0) } ?? 0)
  }

}

extension LedgerTransaction {
  /// Begins a new history of events: from now on no cursor of before is one of this ledger.
  package func beginEventHistory(at now: Timestamp) throws {
    try setSetting(EventHistory.setting, String(try eventHistory().next(at: now).number))
  }
}
