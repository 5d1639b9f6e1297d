import PaymentsAPI
package import PaymentsModel

extension OrderState {
  /// The text that people read for the state.
  package var text: String {
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
  package var text: String {
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
  package var text: String {
    switch self {
    case .none: "nothing yet"
    case .partial: "paid in part"
    case .paid: "paid"
    case .over: "paid too much"
    case .late: "paid late"
    }
  }
}

/// The texts that people read for reasons.
package enum ReasonText {
  /// Returns a reason of the specification as words inside a sentence; an unknown one without its underscores.
  package static func words(_ reason: String) -> String {
    guard let known = FailureReason(rawValue: reason) else { return SafeText(reason).text.replacing("_", with: " ") }
    let sentence = known.message
    let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
