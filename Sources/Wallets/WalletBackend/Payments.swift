public import PaymentsModel

/// What is to be paid to whom.
public struct PaymentIntent: Sendable, Hashable {
  /// The recipient, in the canonical form that ``WalletBackend/checkAddress(_:)`` answered.
  public let address: String
  /// What the recipient gets; the fee comes on top.
  public let amount: Amount

  /// A payment to one recipient.
  public init(address: String, amount: Amount) {
    self.address = address
    self.amount = amount
  }
}

/// What a payment would cost.
public struct PaymentQuote: Sendable, Hashable {
  /// The network fee expected now.
  public let fee: Amount

  /// A quote.
  public init(fee: Amount) {
    self.fee = fee
  }
}

/// What handing over a signed transaction led to.
public enum CommitOutcome: Sendable, Hashable {
  /// The network has it, now or since an earlier commit.
  case accepted
  /// It can never take effect, on the wallet's authoritative word.
  case rejected(RejectionReason)
}

/// Why a signed transaction can never take effect.
public enum RejectionReason: String, Sendable, Hashable, Codable {
  /// Another transaction spent its inputs.
  case conflicted
  /// The network refuses the transaction itself.
  case invalid
}
