/// Tells the smallest and largest amounts for receiving and paying now.
public enum GetAmountRangeForCurrency: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_amount_range_for_currency"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence for documents.
  public static let summary =
    "Tells the smallest and largest amounts for receiving and paying now."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .walletUnavailable, .walletLocked, .walletSyncing, .walletTimeout, .walletError,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(currency: String) {
      self.currency = currency
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The currency code.
    public var currency: String
    /// For invoices.
    public var receive: AmountRange
    /// For payment orders, before fees and within what the owner allows this app; absent without the scope `pay`.
    ///
    /// `max` is below `min` where nothing is left.
    public var pay: AmountRange?
    /// What the owner allows this app; absent without the scope `pay`.
    public var budget: Budget?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(currency: String, receive: AmountRange, pay: AmountRange? = nil, budget: Budget? = nil) {
      self.currency = currency
      self.receive = receive
      self.pay = pay
      self.budget = budget
    }
  }
}
