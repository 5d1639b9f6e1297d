public import PaymentsModel

/// Returns the balance of the wallet. The scope is never granted by default.
public enum GetBalance: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_balance"
  /// The scope that the app needs.
  public static let scope: Scope? = .balance
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Tells what the wallet holds. Never granted by default."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .unknownCurrency, .walletUnavailable, .walletSyncing, .walletLocked, .walletTimeout, .walletError,
  ]

  /// What is asked: the currency.
  public typealias Params = GetAmountRangeForCurrency.Params

  /// What is answered.
  public struct Result: WireObject {
    /// The currency code.
    public var currency: String
    /// The amount that can be spent now.
    public var available: DecimalAmount
    /// The amount that was seen and cannot be spent yet.
    public var pending: DecimalAmount
    /// The amount that is reserved for payments in progress.
    public var locked: DecimalAmount

    /// Makes a value from all members; optional members default to nil.
    public init(currency: String, available: DecimalAmount, pending: DecimalAmount, locked: DecimalAmount) {
      self.currency = currency
      self.available = available
      self.pending = pending
      self.locked = locked
    }
  }
}
