/// Lists the currencies and whether each can be used now.
public enum ListCurrencies: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_currencies"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Lists the currencies and whether each can be used now."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Makes empty parameters.
    public init() {}
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The currencies, by code.
    public var currencies: [CurrencyInfo]

    /// Makes a value from all members; optional members default to nil.
    public init(currencies: [CurrencyInfo]) {
      self.currencies = currencies
    }
  }
}
