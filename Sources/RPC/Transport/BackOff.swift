/// Computes the waiting time before the next attempt. It doubles with each attempt and is randomised by the caller's
/// fraction. It is a pure value.
package struct BackOff: Sendable {
  /// The number of waits so far.
  package private(set) var tries = 0
  let first: Duration
  let longest: Duration

  /// Makes a back-off with its first and its longest waiting time.
  package init(first: Duration = .milliseconds(100), longest: Duration = .seconds(10)) {
    self.first = first
    self.longest = longest
  }

  /// Returns the next waiting time. `fraction`, from 0 to 1, shortens it by up to a half, so that many apps that lost
  /// one provider at the same moment do not all reconnect at the same moment.
  package mutating func next(fraction: Double) -> Duration {
    let full = tries < 20 ? min(longest, first * (1 << tries)) : longest
    tries += 1
    return full * (1 - min(max(fraction, 0), 1) / 2)
  }
}
