import PaymentsModel
import Synchronization

/// Lets so many requests for payments in at one wallet as it can handle; see ``AdmissionQueue``.
package final class OrderAdmission: Sendable {
  private let queue = Mutex(AdmissionQueue())

  package init() {}

  /// Lets a request in. ``leave()`` has to be called when the work on it has ended.
  ///
  /// - Throws: ``WalletCallFailure/busy(retryAfterMilliseconds:)``.
  func enter(_ request: PaymentRequestID, of app: AppKey) throws(WalletCallFailure) {
    let arrival = queue.withLock { $0.arrive(AdmissionQueue.Key(app: app, request: request.text), at: .now) }
    guard case .comesBack(let wait) = arrival else { return }
    throw .busy(retryAfterMilliseconds: wait)
  }

  func leave() { queue.withLock { $0.leave(at: .now) } }
}
