import PaymentsModel

/// Limits how often the owner is asked: a few times at once, and then after waits that double.
///
/// A pure value. After some time without questions the count starts again from zero.
struct QuestionBackOff: Sendable, Hashable {
  /// The parameters of the back-off.
  struct Pace: Sendable, Hashable {
    /// The number of questions before the first wait.
    var free: Int
    /// The first wait. Each later one is twice as long.
    var first: Duration
    /// The longest wait.
    var longest: Duration
    /// The time after the last question at which the count starts again from zero.
    var forgotten: Duration
  }

  private let pace: Pace
  private var count = 0
  private var last: Timestamp?

  /// Creates a back-off without questions.
  init(_ pace: Pace) {
    self.pace = pace
  }

  /// Returns how long to wait until the next question; `nil` if it may be asked now.
  func wait(at now: Timestamp) -> Duration? {
    guard let last, !isForgotten(at: now), let delay else { return nil }
    // If the clock was set back, the wait must not become longer than the delay.
    let rest = min(last.advanced(by: delay).since(now), delay)
    return rest > .zero ? rest : nil
  }

  /// Records a question.
  mutating func note(at now: Timestamp) {
    count = isForgotten(at: now) ? 1 : count + 1
    last = now
  }

  /// Whether the count has started again from zero, so that this equals a new value.
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
