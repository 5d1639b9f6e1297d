import PaymentsModel

extension OrderState {
  /// The text that people read for the state.
  var text: String {
    switch self {
    case .received: "received"
    case .awaitingApproval: "waiting for the owner"
    case .approved: "approved"
    case .submitting: "being sent"
    case .inFlight: "on its way"
    case .succeeded: "paid"
    case .rejected: "rejected"
    case .expired: "expired"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

extension InvoiceState {
  /// The text that people read for the state.
  var text: String {
    switch self {
    case .pending: "waiting for payment"
    case .processing: "being confirmed"
    case .settled: "settled"
    case .expired: "expired"
    case .invalid: "invalid"
    case .cancelled: "cancelled"
    }
  }
}

extension InvoicePayment {
  /// The text that people read for the payment state.
  var text: String {
    switch self {
    case .none: "nothing yet"
    case .partial: "paid in part"
    case .paid: "paid"
    case .over: "paid too much"
    case .late: "paid late"
    }
  }
}
