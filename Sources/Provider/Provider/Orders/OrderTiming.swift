import Cryptography
import PaymentsCore
import PaymentsModel

extension TimesConfiguration {
  /// When orders are tried again, and how long their quotes are good.
  var orderSchedule: RetrySchedule {
    RetrySchedule(
      first: retry, longest: max(retry, RetrySchedule.standard.longest), follow: follow, quoteLifetime: quote)
  }
}

extension ProviderContext {
  /// A wait, shortened at random, so that orders that began to wait together do not all come back together.
  func shortened(_ wait: Duration) -> Duration {
    guard wait > .zero else { return wait }
    var byte: UInt8 = 0
    do throws(CryptographyError) {
      try withUnsafeMutableBytes(of: &byte) { buffer throws(CryptographyError) in try random.fill(buffer) }
    } catch {
      // Nothing secret hangs on it: without randomness the wait is as it is.
      return wait
    }
    return RetrySchedule.shortened(wait, by: byte)
  }
}
