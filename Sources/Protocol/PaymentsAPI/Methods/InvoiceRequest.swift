public import PaymentsModel

/// Makes an invoice with its own address.
///
/// If there is no amount, the payer decides (top-up).
public enum InvoiceRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "invoice_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Makes an invoice with an address of its own."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .serviceDisabled, .quotaExceeded, .amountOutOfRange, .tooManyDecimals, .requestConflict, .expired,
    .walletUnavailable,
    .walletSyncing,
    .walletLocked, .walletTimeout, .walletError,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key: a UUID that the app makes and stores before it sends the request.
    public var requestID: PaymentRequestID
    /// The currency code.
    public var currency: String
    /// The requested amount.
    public var amount: DecimalAmount?
    /// The purpose, at most 1000 code points.
    public var description: String?
    /// The required number of confirmations, 0 to 1000; the default is that of the currency.
    public var confirmations: Int?
    /// The payer's deadline, at least 10 seconds and at most 30 days from now; the default is 15 minutes.
    public var expiresAt: Timestamp?

    /// Makes a value from all members; optional members default to nil.
    public init(
      requestID: PaymentRequestID,
      currency: String,
      amount: DecimalAmount? = nil,
      description: String? = nil,
      confirmations: Int? = nil,
      expiresAt: Timestamp? = nil
    ) {
      self.requestID = requestID
      self.currency = currency
      self.amount = amount
      self.description = description
      self.confirmations = confirmations
      self.expiresAt = expiresAt
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The invoice.
    public var invoice: Invoice
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// Makes a value from all members; optional members default to nil.
    public init(invoice: Invoice, replayed: Bool) {
      self.invoice = invoice
      self.replayed = replayed
    }
  }
}
