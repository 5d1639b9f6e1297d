public import PaymentsAPI
public import PaymentsModel

/// Money that goes back to a customer. It is a payment order, which the owner approves.
public struct Refund: Sendable, Hashable, Codable {
  /// The identifier of the request. It is stored before the request is sent, so that the order is made once.
  public let request: PaymentRequestID
  /// The address that the customer gave.
  public let address: String
  /// The amount that the customer gets.
  public let amount: DecimalAmount
  /// The purpose that the owner sees.
  let description: String
  /// The order, once there is one.
  public internal(set) var order: PaymentOrder?
  /// Why there is no order, if the provider refused it.
  public internal(set) var refusal: FailureReason?

  /// Whether money may have left, or may still leave.
  var counts: Bool {
    if refusal != nil { return false }
    switch order?.state {
    case .rejected, .expired, .cancelled, .failed: return false
    case .received, .awaitingApproval, .approved, .submitting, .inFlight, .succeeded, nil: return true
    }
  }

  /// Whether nothing more will happen to it.
  var isOver: Bool { refusal != nil || order?.state.isTerminal == true }
}

/// A refund that the customer has to confirm.
struct RefundDraft: Sendable, Hashable, Codable {
  let address: String
  let amount: DecimalAmount
}
