/// When to try again: exponential back-off, the pace at which confirmations are followed, and how long a quote is good.
///
/// There is no randomness in it, so that there is none in the machines; whoever carries out their waits shortens them by
/// ``shortened(_:by:)``.
package struct RetrySchedule: Sendable, Hashable {
  /// The wait after the first failure; it doubles with each further one.
  package let first: Duration
  /// The longest wait between two attempts.
  package let longest: Duration
  /// The wait between two looks at a transaction that the network is known to have.
  package let follow: Duration
  /// How long a quote is shown and can be approved; then the wallet is asked again.
  package let quoteLifetime: Duration

  /// One second, doubled up to a minute; confirmations are followed every five seconds; a quote is good for ten
  /// minutes.
  package static let standard = RetrySchedule(first: .seconds(1), longest: .seconds(60), follow: .seconds(5))

  /// A schedule; no duration may be negative.
  package init(
    first: Duration, longest: Duration, follow: Duration, quoteLifetime: Duration = .seconds(600)
  ) {
    self.first = first
    self.longest = longest
    self.follow = follow
    self.quoteLifetime = quoteLifetime
  }

  /// The wait before the next attempt, after so many failures in a row; nothing before the first attempt.
  package func delay(afterFailures failures: Int) -> Duration {
    guard failures > 0 else { return .zero }
    var delay = first
    for _ in 1..<min(failures, 64) where delay < longest {
      delay = delay + delay
    }
    return min(delay, longest)
  }

  /// A wait made shorter by up to a quarter, in eight steps, by a random number: what began to fail together, as when a
  /// daemon went away, does not come back together. Few different steps, so that equal waits can be kept together.
  package static func shortened(_ wait: Duration, by random: UInt8) -> Duration {
    wait - wait / 32 * Int(random % 8)
  }
}
