package import PaymentsModel

/// Formats times for people, in the time zone of the process.
package enum MomentText {
  /// Returns the time to the second, for example `2026-03-20 12:01:25 CET`.
  package static func full(_ moment: Timestamp) -> String { LocalTime.text(moment) }

  /// Returns the time to the second, followed by the remaining time.
  package static func deadline(_ moment: Timestamp, now: Timestamp) -> String {
    moment > now
      ? localized("\(full(moment)) (in \(DurationText.text(moment.since(now))))")
      : localized("\(full(moment)) (passed)")
  }
}

extension Table.Column {
  /// A column of moments. Its cells are the texts of timestamps, which people read in their own time zone.
  package static func moment(_ title: String, _ importance: Table.Importance = .essential) -> Self {
    Self(
      title, importance: importance,
      reading: .words { cell in Timestamp(cell).map { LocalTime.short($0) } ?? localized(text: cell) })
  }

  /// A column of identifiers, of which people read as much as tells them apart.
  package static func identifier(_ title: String, _ importance: Table.Importance = .essential) -> Self {
    Self(title, importance: importance, reading: .identifier)
  }

  /// A column of states, whose cells are the words of the specification.
  ///
  /// - Parameter words: returns what people read; `nil` for a word that this version does not know.
  package static func state(_ title: String, _ words: @escaping @Sendable (String) -> String?) -> Self {
    Self(title, overflow: .wrap, reading: .words { cell in words(cell) ?? cell })
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
