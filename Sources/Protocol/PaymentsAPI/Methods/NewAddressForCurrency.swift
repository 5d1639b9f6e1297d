public import PaymentsModel

/// Makes a new receiving address.
public enum NewAddressForCurrency: PaymentsMethod {
  /// The name on the wire.
  public static let name = "new_address_for_currency"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Makes a fresh receiving address."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .serviceDisabled, .quotaExceeded, .requestConflict, .expired, .walletUnavailable, .walletSyncing,
    .walletLocked,
    .walletTimeout,
    .walletError,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key: a UUID that the app makes and stores before it sends the request.
    public var requestID: PaymentRequestID
    /// The currency code.
    public var currency: String
    /// A label for people, at most 200 code points.
    public var label: String?
    /// The time after which the request must not be carried out.
    public var expiresAt: Timestamp?

    /// Makes a value from all members; optional members default to nil.
    public init(requestID: PaymentRequestID, currency: String, label: String? = nil, expiresAt: Timestamp? = nil) {
      self.requestID = requestID
      self.currency = currency
      self.label = label
      self.expiresAt = expiresAt
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The address.
    public var address: AddressInfo
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// Makes a value from all members; optional members default to nil.
    public init(address: AddressInfo, replayed: Bool) {
      self.address = address
      self.replayed = replayed
    }
  }
}
