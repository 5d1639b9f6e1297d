/// How far a payment order is (specification, section on payment orders).
public enum OrderState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Accepted and recorded, not yet shown to the owner.
  case received
  /// The owner is being asked.
  case awaitingApproval = "awaiting_approval"
  /// The owner, or a standing permission, said yes; the amount and the fee are reserved.
  case approved
  /// The signed transaction is recorded and is being handed to the network.
  case submitting
  /// Handed to the network, or in doubt whether it was; never shown as failed.
  case inFlight = "in_flight"
  /// Confirmed as often as wanted.
  case succeeded
  /// The owner or a standing refusal denied the order.
  case rejected
  /// The request's time ended before it was submitted.
  case expired
  /// Withdrawn by the app before it was submitted.
  case cancelled
  /// Certain not to be paid, on the wallet's authoritative word.
  case failed

  /// Whether nothing can change any more.
  public var isTerminal: Bool {
    switch self {
    case .received, .awaitingApproval, .approved, .submitting, .inFlight: false
    case .succeeded, .rejected, .expired, .cancelled, .failed: true
    }
  }
}
