package import PaymentsModel

/// Formats times for people.
package enum MomentText {
  /// Returns the time to the second, for example `2026-03-20 11:01:25 UTC`.
  package static func full(_ moment: Timestamp) -> String {
    moment.text.prefix(19).replacing("T", with: " ") + " UTC"
  }

  /// Returns the time to the minute for tables, for example `2026-03-20 11:01`.
  package static func short(_ moment: Timestamp) -> String {
    String(moment.text.prefix(16).replacing("T", with: " "))
  }

  /// Returns the time to the second, followed by the remaining time.
  package static func deadline(_ moment: Timestamp, now: Timestamp) -> String {
    moment > now ? "\(full(moment)) (in \(DurationText.text(moment.since(now))))" : "\(full(moment)) (passed)"
  }
}

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
