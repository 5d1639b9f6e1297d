import Cryptography
import PaymentsCore
import PaymentsModel

extension TimesConfiguration {
  /// The delays between attempts, and the lifetime of quotes.
  var orderSchedule: RetrySchedule {
    RetrySchedule(first: retry, longest: max(retry, RetrySchedule.standard.longest), quoteLifetime: quote)
  }
}

extension ProviderCore {
  /// Returns a delay that is shortened at random, so that orders which began to wait together do not all continue at
  /// once.
  func shortened(_ wait: Duration) -> Duration {
    guard wait > .zero else { return wait }
    var byte: UInt8 = 0
    do throws(CryptographyError) {
      try withUnsafeMutableBytes(of: &byte) { buffer throws(CryptographyError) in try random.fill(buffer) }
    } catch {
      // This is no secret. Without a random number the delay stays as it is.
      return wait
    }
    return RetrySchedule.shortened(wait, by: byte)
  }
}
