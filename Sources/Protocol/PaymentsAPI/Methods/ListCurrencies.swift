/// Lists the currencies and whether each can be used now.
public enum ListCurrencies: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_currencies"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// One sentence for documents.
  public static let summary =
    "Lists the currencies and whether each can be used now."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: Codable, Sendable, Hashable {
    /// Nothing.
    public init() {}
  }

  /// What is answered.
  public struct Result: Codable, Sendable, Hashable {
    /// The currencies, by code.
    public var currencies: [CurrencyInfo]

    /// All members; those that may be absent default to that.
    public init(currencies: [CurrencyInfo]) {
      self.currencies = currencies
    }

    private enum CodingKeys: String, CodingKey {
      case currencies
    }
  }
}
