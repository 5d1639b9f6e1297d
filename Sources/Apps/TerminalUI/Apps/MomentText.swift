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
