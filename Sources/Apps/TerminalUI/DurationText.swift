/// Formats durations for people.
package enum DurationText {
  /// Returns the duration, rounded down: `0:09`, `2:31`, `1 h 05 m`, `3 d 04 h`. Negative durations give `0:00`.
  package static func text(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    switch seconds {
    case ..<3600: return "\(seconds / 60):\(padded(seconds % 60))"
    case ..<86_400: return "\(seconds / 3600) h \(padded(seconds / 60 % 60)) m"
    default: return "\(seconds / 86_400) d \(padded(seconds / 3600 % 24)) h"
    }
  }

  private static func padded(_ value: Int64) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
