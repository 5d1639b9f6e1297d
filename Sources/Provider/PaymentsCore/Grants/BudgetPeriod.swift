import PaymentsModel

/// How long a budget lasts until it is full again. Periods are civil: they begin at midnight in the owner's time zone.
package enum BudgetPeriod: String, Sendable, Hashable, CaseIterable {
  /// From midnight to midnight.
  case day
  /// From Monday on, as ISO 8601 has it.
  case week
  /// From the first of the month on.
  case month

  /// The days of the period that a day belongs to: at most 31.
  package func days(around day: CivilDay) -> Range<CivilDay> {
    switch self {
    case .day: return day..<day.advanced(by: 1)
    case .week:
      // 1970-01-01 was a Thursday.
      let sinceMonday = ((day.number + 3) % 7 + 7) % 7
      let first = day.advanced(by: -sinceMonday)
      return first..<first.advanced(by: 7)
    case .month:
      let (year, month, dayOfMonth) = CivilDate.date(daysSinceEpoch: day.number)
      let first = day.advanced(by: 1 - dayOfMonth)
      return first..<first.advanced(by: CivilDate.days(inMonth: month, year: year))
    }
  }
}
