public import PaymentsModel

/// Withdraws a payment order that was not submitted yet.
///
/// After it was submitted the answer is the error `in_flight` or `already_paid`.
public enum CancelPaymentOrder: PaymentsMethod {
  /// The name on the wire.
  public static let name = "cancel_payment_order"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Withdraws an order that was not submitted yet."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .orderNotFound, .inFlight, .alreadyPaid, .notCancellable, .requestConflict,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key: a UUID that the app makes and stores before it sends the request.
    public var requestID: PaymentRequestID
    /// The order.
    public var orderID: OrderID

    /// Makes a value from all members; optional members default to nil.
    public init(requestID: PaymentRequestID, orderID: OrderID) {
      self.requestID = requestID
      self.orderID = orderID
    }
  }

  /// What is answered: the same as when it was ordered.
  public typealias Result = SubmitPaymentOrder.Result
}
