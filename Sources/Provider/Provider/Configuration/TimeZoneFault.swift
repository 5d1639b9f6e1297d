extension ProviderConfiguration {
  /// What is wrong with the time zone, for the owner; `nil` if this machine knows it.
  package var timeZoneFault: String? {
    guard !timeZone.isEmpty, ZonedCalendar(named: timeZone) == nil else { return nil }
    return "time_zone: this machine knows no zone \(timeZone); an example is Europe/Berlin"
  }
}
