import PaymentsModel
import Synchronization

/// The payments whose preimage this program has seen.
///
/// What a node says of such a hash afterwards counts for nothing: that it is under way again, has failed, or was never paid
/// would only be the word of a node that forgets.
final class ProvenHashes: Sendable {
  private struct Payment: Sendable {
    let told: NodePayment
    let deadline: Timestamp
  }

  private let payments = Mutex<[String: Payment]>([:])
  /// From so many on those are forgotten whose invoice has expired, which is not attempted again anyway.
  private static let many = 10_000

  /// What was told with the preimage; `nil` if none was seen.
  func payment(of decision: PaymentDecision) -> NodePayment? {
    payments.withLock { $0[decision.paymentHash]?.told }
  }

  /// Remembers a payment whose preimage fits.
  ///
  /// - Returns: what was told first, so that its fee is the same each time.
  func keep(_ told: NodePayment, of decision: PaymentDecision, at now: Timestamp) -> NodePayment {
    payments.withLock { payments in
      if let known = payments[decision.paymentHash] { return known.told }
      if payments.count >= Self.many { payments = payments.filter { now < $0.value.deadline } }
      payments[decision.paymentHash] = Payment(told: told, deadline: decision.deadline)
      return told
    }
  }
}
