/// How long to wait before the next try: twice as long each time, and never all at the same moment. Pure.
package struct BackOff: Sendable {
  /// How many waits there were.
  package private(set) var tries = 0
  let first: Duration
  let longest: Duration

  /// The first wait, and the one that none is longer than.
  package init(first: Duration = .milliseconds(100), longest: Duration = .seconds(10)) {
    self.first = first
    self.longest = longest
  }

  /// The next wait. `fraction`, from 0 to 1, shortens it by up to a half: many apps that lost one provider at the same
  /// moment must not all come back at the same moment.
  package mutating func next(fraction: Double) -> Duration {
    let full = tries < 20 ? min(longest, first * (1 << tries)) : longest
    tries += 1
    return full * (1 - min(max(fraction, 0), 1) / 2)
  }
}
