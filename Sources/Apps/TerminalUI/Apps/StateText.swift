import PaymentsAPI
package import PaymentsModel

extension OrderState {
  /// The text that people read for the state.
  package var text: String {
    switch self {
    case .received: localized("order received")
    case .awaitingApproval: localized("waiting for the owner")
    case .approved: localized("approved")
    case .submitting: localized("being sent")
    case .inFlight: localized("on its way")
    case .succeeded: localized("paid")
    case .rejected: localized("rejected")
    case .expired: localized("expired")
    case .cancelled: localized("cancelled")
    case .failed: localized("failed")
    }
  }
}

extension InvoiceState {
  /// The text that people read for the state.
  package var text: String {
    switch self {
    case .pending: localized("waiting for payment")
    case .processing: localized("being confirmed")
    case .settled: localized("settled")
    case .expired: localized("expired")
    case .invalid: localized("invalid")
    case .cancelled: localized("cancelled")
    }
  }
}

extension InvoicePayment {
  /// The text that people read for the payment state.
  package var text: String {
    switch self {
    case .none: localized("nothing yet")
    case .partial: localized("paid in part")
    case .paid: localized("paid")
    case .over: localized("paid too much")
    case .late: localized("paid late")
    }
  }
}

/// The texts that people read for reasons.
package enum ReasonText {
  /// Returns a reason of the specification as words inside a sentence; an unknown one without its underscores.
  package static func words(_ reason: String) -> String {
    guard let known = FailureReason(rawValue: reason) else { return SafeText(reason).text.replacing("_", with: " ") }
    let sentence = localized(text: known.message)
    let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
