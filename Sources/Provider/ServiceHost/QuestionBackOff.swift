import PaymentsModel

/// When the owner may be asked once more: a few times at once, and then after waits that double.
///
/// A pure value. After a time without questions it begins anew.
struct QuestionBackOff: Sendable, Hashable {
  /// How fast the waits grow.
  struct Pace: Sendable, Hashable {
    /// Questions before the first wait.
    var free: Int
    /// The first wait; each later one is twice as long.
    var first: Duration
    /// The longest wait.
    var longest: Duration
    /// So long after the last question the count begins anew.
    var forgotten: Duration
  }

  private let pace: Pace
  private var count = 0
  private var last: Timestamp?

  /// Nothing was asked yet.
  init(_ pace: Pace) {
    self.pace = pace
  }

  /// How long until the next question may be put; `nil` where it may be now.
  func wait(at now: Timestamp) -> Duration? {
    guard let last, !isForgotten(at: now), let delay else { return nil }
    // A clock that was set back must not make the wait longer than the delay.
    let rest = min(last.advanced(by: delay).since(now), delay)
    return rest > .zero ? rest : nil
  }

  /// A question was put.
  mutating func note(at now: Timestamp) {
    count = isForgotten(at: now) ? 1 : count + 1
    last = now
  }

  /// Whether this says the same as a value that was just made.
  func isForgotten(at now: Timestamp) -> Bool {
    guard let last else { return true }
    return last.advanced(by: pace.forgotten) <= now
  }

  private var delay: Duration? {
    guard count >= pace.free else { return nil }
    var delay = pace.first
    for _ in pace.free..<min(count, pace.free + 32) where delay < pace.longest { delay = delay + delay }
    return min(delay, pace.longest)
  }
}
