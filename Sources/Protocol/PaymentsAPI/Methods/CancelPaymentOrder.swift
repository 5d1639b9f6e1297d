public import PaymentsModel

/// Withdraws an order that was not submitted yet.
///
/// Once it was submitted the answer is the error `in_flight` or `already_paid`.
public enum CancelPaymentOrder: PaymentsMethod {
  /// The name on the wire.
  public static let name = "cancel_payment_order"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay
  /// One sentence for documents.
  public static let summary =
    "Withdraws an order that was not submitted yet."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [
    .orderNotFound, .inFlight, .alreadyPaid, .notCancellable, .requestConflict,
  ]

  /// What is asked.
  public struct Params: Codable, Sendable, Hashable {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The order.
    public var orderID: OrderID

    /// All members; those that may be absent default to that.
    public init(requestID: PaymentRequestID, orderID: OrderID) {
      self.requestID = requestID
      self.orderID = orderID
    }

    private enum CodingKeys: String, CodingKey {
      case requestID = "request_id"
      case orderID = "order_id"
    }
  }

  /// What is answered.
  public struct Result: Codable, Sendable, Hashable {
    /// The order.
    public var paymentOrder: PaymentOrder
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// All members; those that may be absent default to that.
    public init(paymentOrder: PaymentOrder, replayed: Bool) {
      self.paymentOrder = paymentOrder
      self.replayed = replayed
    }

    private enum CodingKeys: String, CodingKey {
      case paymentOrder = "payment_order"
      case replayed
    }
  }
}
