import PaymentsModel

/// The length of the period after which a budget starts again from zero. Periods follow the calendar: they begin at
/// midnight in the owner's time zone.
package enum BudgetPeriod: String, Sendable, Hashable, CaseIterable {
  /// One day, from midnight to midnight.
  case day
  /// One week, which begins on Monday as in ISO 8601.
  case week
  /// One month, which begins on its first day.
  case month

  /// Returns the days of the period that contains `day`: at most 31.
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
