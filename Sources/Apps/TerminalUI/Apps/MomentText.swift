package import PaymentsModel

/// Moments as people read them.
package enum MomentText {
  /// `2026-03-20 11:01:25 UTC`.
  package static func full(_ moment: Timestamp) -> String {
    moment.text.prefix(19).replacing("T", with: " ") + " UTC"
  }

  /// `2026-03-20 11:01`, for tables.
  package static func short(_ moment: Timestamp) -> String {
    String(moment.text.prefix(16).replacing("T", with: " "))
  }

  /// The full moment, and how long it still is until then.
  package static func deadline(_ moment: Timestamp, now: Timestamp) -> String {
    moment > now ? "\(full(moment)) (in \(DurationText.text(moment.since(now))))" : "\(full(moment)) (passed)"
  }
}
