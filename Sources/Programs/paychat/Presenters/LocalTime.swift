import PaymentsModel
import Platform

/// Formats times in the person's time zone.
enum LocalTime {
  /// Returns the time of day, for example `11:01`, in the time zone of the process.
  static func text(_ moment: Timestamp) -> String {
    var seconds = time_t(moment.milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "" }
    return "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  private static func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
