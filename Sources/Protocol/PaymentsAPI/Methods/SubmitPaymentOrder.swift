public import PaymentsModel

/// Orders a payment. It is made at most once, whatever fails and however often the request is repeated.
///
/// The answer is sent at once and contains the order in its present state. The owner may still have to approve it.
public enum SubmitPaymentOrder: PaymentsMethod {
  /// The name on the wire.
  public static let name = "payment_order"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Orders a payment. It is made at most once, whatever fails and however often the request is repeated."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .serviceDisabled, .quotaExceeded, .invalidAddress, .wrongNetwork, .amountOutOfRange,
    .tooManyDecimals,
    .insufficientFunds,
    .feeTooHigh, .policyDenied, .budgetExceeded, .requestConflict, .expired, .tooManyPrompts, .walletUnavailable,
    .walletSyncing,
    .walletLocked, .underReview,
    .walletTimeout, .walletError,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key: a UUID that the app makes and stores before it sends the request.
    public var requestID: PaymentRequestID
    /// The currency code.
    public var currency: String
    /// The recipient.
    public var address: String
    /// The amount that the recipient receives. The fee is added to it.
    public var amount: DecimalAmount
    /// The maximum fee to accept.
    public var maxFee: DecimalAmount?
    /// The purpose, at most 1000 code points. The owner sees it as a claim of the app.
    public var description: String?
    /// The time after which the order must not be submitted.
    public var expiresAt: Timestamp?

    /// Makes a value from all members; optional members default to nil.
    public init(
      requestID: PaymentRequestID,
      currency: String,
      address: String,
      amount: DecimalAmount,
      maxFee: DecimalAmount? = nil,
      description: String? = nil,
      expiresAt: Timestamp? = nil
    ) {
      self.requestID = requestID
      self.currency = currency
      self.address = address
      self.amount = amount
      self.maxFee = maxFee
      self.description = description
      self.expiresAt = expiresAt
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The order.
    public var paymentOrder: PaymentOrder
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// Makes a value from all members; optional members default to nil.
    public init(paymentOrder: PaymentOrder, replayed: Bool) {
      self.paymentOrder = paymentOrder
      self.replayed = replayed
    }
  }
}
