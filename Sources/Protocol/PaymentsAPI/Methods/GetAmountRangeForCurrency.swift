/// Returns the smallest and largest amounts for receiving and paying at present.
public enum GetAmountRangeForCurrency: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_amount_range_for_currency"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Tells the smallest and largest amounts for receiving and paying now."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .walletUnavailable, .walletLocked, .walletSyncing, .walletTimeout, .walletError,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String

    /// Makes a value from all members; optional members default to nil.
    public init(currency: String) {
      self.currency = currency
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The currency code.
    public var currency: String
    /// The range for invoices.
    public var receive: AmountRange
    /// The range for payment orders, without fees and within the limits that the owner set for this app; absent without
    /// the scope `pay`.
    ///
    /// `max` is below `min` if nothing is left.
    public var pay: AmountRange?
    /// The budget that the owner allows this app; absent without the scope `pay`.
    public var budget: Budget?

    /// Makes a value from all members; optional members default to nil.
    public init(currency: String, receive: AmountRange, pay: AmountRange? = nil, budget: Budget? = nil) {
      self.currency = currency
      self.receive = receive
      self.pay = pay
      self.budget = budget
    }
  }
}
