/// How long the server stays open: until some seconds after the last page has gone, so that one that is loaded again does
/// not end it, and no longer than nobody does anything. A pure value.
struct PageVisits: Sendable {
  /// Why the server ends.
  enum End: Sendable {
    /// The last page has gone.
    case left
    /// For a long time no page has asked for anything.
    case idle
  }

  /// How long a page may be away.
  static let absence: Duration = .seconds(10)

  private let idle: Duration
  private var open = 0
  private var wasOpen = false
  private var last: ContinuousClock.Instant

  init(idle: Duration, at now: ContinuousClock.Instant) {
    (self.idle, last) = (idle, now)
  }

  mutating func came(at now: ContinuousClock.Instant) {
    open += 1
    wasOpen = true
    last = now
  }

  mutating func asked(at now: ContinuousClock.Instant) { last = now }

  mutating func went(at now: ContinuousClock.Instant) {
    open -= 1
    last = now
  }

  /// Why it is over by now; nil if it is not.
  func end(at now: ContinuousClock.Instant) -> End? {
    if open == 0, wasOpen, last.duration(to: now) >= Self.absence { return .left }
    return last.duration(to: now) >= idle ? .idle : nil
  }
}
