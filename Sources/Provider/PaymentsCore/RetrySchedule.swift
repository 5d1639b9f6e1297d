/// The delays between attempts, which are an exponential back-off, and the lifetime of a quote.
///
/// There is no randomness in it, so that there is none in the machines; whoever carries out their waits shortens them
/// by ``shortened(_:by:)``.
package struct RetrySchedule: Sendable, Hashable {
  /// The delay after the first failure. It doubles with each further failure.
  package let first: Duration
  /// The longest delay between two attempts.
  package let longest: Duration
  /// How long a quote is shown and can be approved. After that the wallet is asked again.
  package let quoteLifetime: Duration

  /// One second, doubled up to one minute. A quote is valid for ten minutes.
  package static let standard = RetrySchedule(first: .seconds(1), longest: .seconds(60))

  /// Creates a schedule. No duration may be negative.
  package init(first: Duration, longest: Duration, quoteLifetime: Duration = .seconds(600)) {
    self.first = first
    self.longest = longest
    self.quoteLifetime = quoteLifetime
  }

  /// Returns the delay before the next attempt after `failures` consecutive failures; zero before the first attempt.
  package func delay(afterFailures failures: Int) -> Duration {
    guard failures > 0 else { return .zero }
    var delay = first
    for _ in 1..<min(failures, 64) where delay < longest {
      delay = delay + delay
    }
    return min(delay, longest)
  }

  /// Returns a delay that is shortened by up to a quarter, in eight steps, depending on a random number. Attempts that
  /// began to fail together, for example because a wallet daemon stopped, are then not repeated all at once. The steps
  /// are few, so that equal delays can share a timer.
  package static func shortened(_ wait: Duration, by random: UInt8) -> Duration {
    wait - wait / 32 * Int(random % 8)
  }
}
