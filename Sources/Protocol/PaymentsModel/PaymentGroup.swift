/// Who has to do something next about a payment, which is how the owner's lists are divided. Every payment order and
/// every invoice is in exactly one group.
package enum PaymentGroup: String, Sendable, Hashable, Codable, CaseIterable {
  /// An order waits for the owner: for a yes, for the wallet to be unlocked, or for a look at what the wallet sent. An
  /// invoice waits for its payer.
  case waiting
  /// The payment is being made or confirmed, and goes on by itself.
  case inFlight = "in_flight"
  /// Nothing more will happen, except that the network may still undo a payment.
  case ended
}

extension InvoiceState {
  /// The group of an invoice in this state.
  package var group: PaymentGroup {
    switch self {
    case .pending: .waiting
    case .processing: .inFlight
    case .settled, .expired, .invalid, .cancelled: .ended
    }
  }
}
