/// Lists the receiving addresses that were given to this app, newest first.
public enum AddressesForCurrency: PaymentsMethod {
  /// The name on the wire.
  public static let name = "addresses_for_currency"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Lists the receiving addresses that were handed to this app, newest first."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.unknownCurrency]

  /// What is asked.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String
    /// The `next` of the previous page, to continue a list.
    public var before: String?
    /// The maximum number of rows in the answer, 1 to 100; the default is 50.
    public var limit: Int?

    /// Makes a value from all members; optional members default to nil.
    public init(currency: String, before: String? = nil, limit: Int? = nil) {
      self.currency = currency
      self.before = before
      self.limit = limit
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The addresses.
    public var addresses: [AddressInfo]
    /// The start of the next page; absent on the last page.
    public var next: String?

    /// Makes a value from all members; optional members default to nil.
    public init(addresses: [AddressInfo], next: String? = nil) {
      self.addresses = addresses
      self.next = next
    }
  }
}
