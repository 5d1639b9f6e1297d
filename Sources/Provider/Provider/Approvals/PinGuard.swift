import PaymentsModel

/// How often a PIN may be tried: five times, and then after delays that double from half a minute to an hour.
///
/// A pure value whose state is stored before a PIN is compared, so that ending the provider in the middle of a try
/// gains nothing. The right PIN forgets the tries.
struct PinGuard: Sendable, Hashable {
  /// What must survive.
  struct State: Sendable, Hashable {
    /// Tries since the last right PIN.
    var tries: Int
    /// When the last of them was.
    var last: Timestamp?

    static let fresh = State(tries: 0, last: nil)
  }

  /// Tries before there is a delay.
  static let freeTries = 5
  static let firstDelay: Duration = .seconds(30)
  static let longestDelay: Duration = .seconds(3600)

  private(set) var state: State

  init(_ state: State = .fresh) {
    self.state = state
  }

  /// Tries that are left before the next delay begins.
  var triesLeft: Int { max(0, Self.freeTries - state.tries) }

  /// How long to wait before the next try; `nil` where it may be now.
  func wait(at now: Timestamp) -> Duration? {
    guard let last = state.last, let delay = Self.delay(afterTries: state.tries) else { return nil }
    // A clock that was set back must not make the wait longer than the delay.
    let rest = min(last.advanced(by: delay).since(now), delay)
    return rest > .zero ? rest : nil
  }

  /// Counts a try; store the state before the PIN is compared. False, and nothing changed, where it must wait.
  mutating func begin(at now: Timestamp) -> Bool {
    guard wait(at: now) == nil else { return false }
    state = State(tries: state.tries + 1, last: now)
    return true
  }

  /// The PIN was right.
  mutating func succeed() {
    state = .fresh
  }

  /// The delay after so many tries in a row; `nil` while there is none.
  static func delay(afterTries tries: Int) -> Duration? {
    guard tries >= freeTries else { return nil }
    var delay = firstDelay
    for _ in freeTries..<min(tries, freeTries + 32) where delay < longestDelay { delay = delay + delay }
    return min(delay, longestDelay)
  }
}
