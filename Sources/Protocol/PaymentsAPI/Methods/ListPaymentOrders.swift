public import PaymentsModel

/// Lists this app's orders, newest first.
public enum ListPaymentOrders: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_payment_orders"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Lists this app's orders, newest first."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Restricts the result to this currency.
    public var currency: String?
    /// The `next` of the previous page, to continue a list.
    public var before: String?
    /// The maximum number of rows in the answer, 1 to 100; the default is 50.
    public var limit: Int?
    /// Restricts the list to this state.
    public var state: OrderState?

    /// Makes a value from all members; optional members default to nil.
    public init(currency: String? = nil, before: String? = nil, limit: Int? = nil, state: OrderState? = nil) {
      self.currency = currency
      self.before = before
      self.limit = limit
      self.state = state
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The orders.
    public var paymentOrders: [PaymentOrder]
    /// The start of the next page; absent on the last page.
    public var next: String?

    /// Makes a value from all members; optional members default to nil.
    public init(paymentOrders: [PaymentOrder], next: String? = nil) {
      self.paymentOrders = paymentOrders
      self.next = next
    }
  }
}
