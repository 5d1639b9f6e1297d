extension OwnerQuestion {
  /// The name of the question, which an answer to it gives.
  package var id: String {
    switch self {
    case .pairing(let pairing): pairing.id
    case .payment(let payment): payment.id
    }
  }

  /// The short name of the question; `nil` where none could be stored.
  package var number: Int? {
    switch self {
    case .pairing(let pairing): pairing.number
    case .payment(let payment): payment.number
    }
  }

  /// Whether a yes needs the owner's PIN.
  package var needsPin: Bool {
    switch self {
    case .pairing(let pairing): pairing.needsPin
    case .payment(let payment): payment.needsPin
    }
  }

  /// The payment that it is about, if it is about one.
  package var payment: PaymentOwnerQuestion? { if case .payment(let payment) = self { payment } else { nil } }
}

extension AppNames {
  /// The name that the owner gave the app, if it is another one than its own.
  package var ownerName: String? { name == claimedName ? nil : name }
}
