import PaymentsModel

/// Limits how often a PIN may be tried: five times without a delay, and then after delays that double from half a
/// minute to one hour.
///
/// A pure value. Its state is stored before a PIN is compared, so that nothing is gained by ending the provider during
/// a try. The right PIN resets the count.
struct PinGuard: Sendable, Hashable {
  /// The part that is stored.
  struct State: Sendable, Hashable {
    /// The number of tries since the last right PIN.
    var tries: Int
    /// The time of the last try.
    var last: Timestamp?

    static let fresh = State(tries: 0, last: nil)
  }

  /// The number of tries before the first delay.
  static let freeTries = 5
  static let firstDelay: Duration = .seconds(30)
  static let longestDelay: Duration = .seconds(3600)

  private(set) var state: State

  init(_ state: State = .fresh) {
    self.state = state
  }

  /// The number of tries that are left before the next delay begins.
  var triesLeft: Int { max(0, Self.freeTries - state.tries) }

  /// Returns how long to wait until the next try; `nil` if it is possible now.
  func wait(at now: Timestamp) -> Duration? {
    guard let last = state.last, let delay = Self.delay(afterTries: state.tries) else { return nil }
    // If the clock was set back, the wait must not become longer than the delay.
    let rest = min(last.advanced(by: delay).since(now), delay)
    return rest > .zero ? rest : nil
  }

  /// Counts a try. The state has to be stored before the PIN is compared. Returns `false` and changes nothing if the
  /// next try is not possible yet.
  mutating func begin(at now: Timestamp) -> Bool {
    guard wait(at: now) == nil else { return false }
    state = State(tries: state.tries + 1, last: now)
    return true
  }

  /// Resets the count after the right PIN.
  mutating func succeed() {
    state = .fresh
  }

  /// Returns the delay after a number of consecutive tries; `nil` if there is none.
  static func delay(afterTries tries: Int) -> Duration? {
    guard tries >= freeTries else { return nil }
    var delay = firstDelay
    for _ in freeTries..<min(tries, freeTries + 32) where delay < longestDelay { delay = delay + delay }
    return min(delay, longestDelay)
  }
}
