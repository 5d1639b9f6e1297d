/// The state of a payment order (specification, section on payment orders).
public enum OrderState: String, Sendable, Hashable, Codable, CaseIterable {
  /// The order is accepted and stored, and not yet shown to the owner.
  case received
  /// The owner is being asked for approval.
  case awaitingApproval = "awaiting_approval"
  /// The owner or a standing permission has approved the order. The amount and the fee are reserved.
  case approved
  /// The signed transaction is stored and is being passed to the network.
  case submitting
  /// The transaction was passed to the network, or it is unknown whether it was. This state is never shown as failed.
  case inFlight = "in_flight"
  /// The payment has the required number of confirmations.
  case succeeded
  /// The owner or a standing rule has rejected the order.
  case rejected
  /// The order expired before it was submitted.
  case expired
  /// The app withdrew the order before it was submitted.
  case cancelled
  /// The wallet has confirmed that the order was not and will not be paid.
  case failed

  /// Whether the state is final.
  public var isTerminal: Bool {
    switch self {
    case .received, .awaitingApproval, .approved, .submitting, .inFlight: false
    case .succeeded, .rejected, .expired, .cancelled, .failed: true
    }
  }
}
