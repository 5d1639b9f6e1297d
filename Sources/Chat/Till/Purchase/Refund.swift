package import PaymentsAPI
package import PaymentsModel

/// Money that goes back to a customer. It is a payment order, which the owner approves.
package struct Refund: Sendable, Hashable, Codable {
  /// The time that the owner has to approve a refund.
  static let lifetime = Duration.seconds(3 * 86_400)

  /// The identifier of the request. It is stored before the request is sent, so that the order is made once.
  package let request: PaymentRequestID
  /// The address that the customer gave.
  package let address: String
  /// The amount that the customer gets.
  package let amount: DecimalAmount
  /// The purpose that the owner sees.
  let description: String
  /// The moment from which on the wallet does not pay it any more. The owner has until then to approve it.
  let expiresAt: Timestamp?
  /// The key of the provider at which the order may be. It is stored before the first attempt, and no other provider
  /// is asked, because it would make the order a second time.
  var provider: String?
  /// The identifier of the request that cancels the order.
  var cancelRequest: PaymentRequestID?
  /// The moment at which the till gave it up, because less than its amount could be given back, and no order was made.
  var withdrawnAt: Timestamp?
  /// The order, once there is one.
  package internal(set) var order: PaymentOrder?
  /// Why there is no order, if the provider refused it.
  package internal(set) var refusal: FailureReason?

  /// Whether money may have left, or may still leave.
  var counts: Bool {
    if refusal != nil || withdrawnAt != nil { return false }
    switch order?.state {
    case .rejected, .expired, .cancelled, .failed: return false
    case .received, .awaitingApproval, .approved, .submitting, .inFlight, .succeeded, nil: return true
    }
  }

  /// Whether nothing more will happen to it.
  var isOver: Bool { refusal != nil || withdrawnAt != nil || order?.state.isTerminal == true }

  /// Whether the wallet does not pay it any more, even if an attempt whose answer was lost arrives only now.
  func isTooLate(now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }

  /// Whether the order can still be cancelled.
  var isCancellable: Bool {
    switch order?.state {
    case .received, .awaitingApproval, .approved: true
    default: false
    }
  }

  /// Whether it is one of the tries that a customer has. What the shop did not approve in time or could not pay is not.
  var isTry: Bool {
    if withdrawnAt != nil { return false }
    if let refusal { return refusal == .invalidAddress || refusal == .wrongNetwork }
    switch order?.state {
    case .expired, .cancelled: return false
    default: return true
    }
  }
}

/// A refund that the customer has to confirm.
struct RefundDraft: Sendable, Hashable, Codable {
  let address: String
  let amount: DecimalAmount
}
