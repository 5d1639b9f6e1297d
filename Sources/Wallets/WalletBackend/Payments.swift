public import PaymentsModel

/// The recipient and the amount of a payment.
public struct PaymentIntent: Sendable, Hashable {
  /// The recipient's address, in the canonical form that ``WalletBackend/checkAddress(_:)`` returns.
  public let address: String
  /// The amount that the recipient gets. The fee is added to it.
  public let amount: Amount
  /// When an attempt that can be repeated, since it has no transaction, must not be begun any more; `nil` if the invoice
  /// alone decides. A transaction that was built may be committed at any time.
  public let deadline: Timestamp?

  /// Creates an intent with one recipient.
  public init(address: String, amount: Amount, deadline: Timestamp? = nil) {
    self.address = address
    self.amount = amount
    self.deadline = deadline
  }
}

/// The expected cost of a payment.
public struct PaymentQuote: Sendable, Hashable {
  /// The network fee that is expected now.
  public let fee: Amount

  /// Creates a quote.
  public init(fee: Amount) {
    self.fee = fee
  }
}

/// The outcome of handing a signed transaction to the network.
public enum CommitOutcome: Sendable, Hashable {
  /// The network has the transaction, either from this commit or from an earlier one.
  case accepted
  /// The transaction can never take effect. The wallet is certain of that.
  case rejected(RejectionReason)
  /// The state of a payment by hash after its attempt, or while that goes on.
  case attempted(PaymentLookup)
}

/// Why a signed transaction can never take effect.
public enum RejectionReason: String, Sendable, Hashable, Codable {
  /// Another transaction spent its inputs.
  case conflicted
  /// The network refuses the transaction itself.
  case invalid
}
