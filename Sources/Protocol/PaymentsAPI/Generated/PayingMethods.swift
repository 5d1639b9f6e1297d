// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import PaymentsModel

/// Withdraws an order that was not submitted yet.
public enum CancelPaymentOrder: PaymentsMethod {
  /// The name on the wire.
  public static let name = "cancel_payment_order"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay

  /// The params of `cancel_payment_order`.
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The order.
    public var orderID: OrderID

    /// Creates it of its members.
    public init(requestID: PaymentRequestID, orderID: OrderID) {
      (self.requestID, self.orderID) = (requestID, orderID)
    }
  }

  /// The result of `cancel_payment_order`.
  public typealias Result = SubmitPaymentOrder.Result
}

/// Tells the smallest and largest amounts for receiving and paying now.
public enum GetAmountRangeForCurrency: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_amount_range_for_currency"
  /// The scope that the app needs.
  public static let scope: Scope? = nil

  /// The params of `get_amount_range_for_currency`.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String

    /// Creates it of its members.
    public init(currency: String) {
      self.currency = currency
    }
  }

  /// The result of `get_amount_range_for_currency`.
  public struct Result: WireObject {
    /// The currency code.
    public var currency: String
    /// For invoices.
    public var receive: AmountRange
    /// For payment orders, before fees and within what the owner allows this app; absent without the scope `pay`. `max`
    /// is below `min` where nothing is left.
    public var pay: AmountRange?
    /// What the owner allows this app; absent without the scope `pay`.
    public var budget: Budget?

    /// Creates it of its members.
    public init(currency: String, receive: AmountRange, pay: AmountRange? = nil, budget: Budget? = nil) {
      (self.currency, self.receive, self.pay, self.budget) = (currency, receive, pay, budget)
    }
  }
}

/// Tells what the wallet holds. Never granted by default.
public enum GetBalance: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_balance"
  /// The scope that the app needs.
  public static let scope: Scope? = .balance

  /// The params of `get_balance`.
  public struct Params: WireObject {
    /// The currency code.
    public var currency: String

    /// Creates it of its members.
    public init(currency: String) {
      self.currency = currency
    }
  }

  /// The result of `get_balance`.
  public struct Result: WireObject {
    /// The currency code.
    public var currency: String
    /// Can be spent now.
    public var available: DecimalAmount
    /// Seen, not to be spent yet.
    public var pending: DecimalAmount
    /// Set aside for payments under way.
    public var locked: DecimalAmount

    /// Creates it of its members.
    public init(currency: String, available: DecimalAmount, pending: DecimalAmount, locked: DecimalAmount) {
      (self.currency, self.available, self.pending, self.locked) = (currency, available, pending, locked)
    }
  }
}

/// Answers an order, at once or when it changes.
public enum GetPaymentOrderStatus: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_payment_order_status"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay

  /// The params of `get_payment_order_status`.
  public struct Params: WireObject {
    /// The order.
    public var orderID: OrderID?
    /// The request that made it.
    public var requestID: PaymentRequestID?
    /// The version last seen: answer only once there is a newer one.
    public var after: Int?
    /// How long to wait for that, at most 60000; then the present state is answered.
    public var waitMilliseconds: Int?

    /// Creates it of its members.
    public init(
      orderID: OrderID? = nil, requestID: PaymentRequestID? = nil, after: Int? = nil, waitMilliseconds: Int? = nil
    ) {
      (self.orderID, self.requestID, self.after, self.waitMilliseconds) = (orderID, requestID, after, waitMilliseconds)
    }
  }

  /// The result of `get_payment_order_status`.
  public struct Result: WireObject {
    /// The order.
    public var paymentOrder: PaymentOrder

    /// Creates it of its members.
    public init(paymentOrder: PaymentOrder) {
      self.paymentOrder = paymentOrder
    }
  }
}

/// Lists this app's orders, newest first.
public enum ListPaymentOrders: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_payment_orders"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay

  /// The params of `list_payment_orders`.
  public struct Params: WireObject {
    /// Only of this currency.
    public var currency: String?
    /// Continue a list: the `next` of the page before.
    public var before: String?
    /// The most rows to answer, 1 to 100; 50 by default.
    public var limit: Int?
    /// Only those in this state.
    public var state: OrderState?

    /// Creates it of its members.
    public init(currency: String? = nil, before: String? = nil, limit: Int? = nil, state: OrderState? = nil) {
      (self.currency, self.before, self.limit, self.state) = (currency, before, limit, state)
    }
  }

  /// The result of `list_payment_orders`.
  public struct Result: WireObject {
    /// The orders.
    public var paymentOrders: [PaymentOrder]
    /// Where the next page starts; absent on the last page.
    public var next: String?

    /// Creates it of its members.
    public init(paymentOrders: [PaymentOrder], next: String? = nil) {
      (self.paymentOrders, self.next) = (paymentOrders, next)
    }
  }
}

/// Orders a payment. It is made at most once, whatever fails and however often the request is repeated.
public enum SubmitPaymentOrder: PaymentsMethod {
  /// The name on the wire.
  public static let name = "payment_order"
  /// The scope that the app needs.
  public static let scope: Scope? = .pay

  /// The params of `payment_order`.
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The currency code.
    public var currency: String
    /// The recipient: an address, or a Lightning invoice (BOLT 11).
    public var address: String
    /// What the recipient gets; the fee comes on top.
    public var amount: DecimalAmount
    /// The largest fee to accept.
    public var maxFee: DecimalAmount?
    /// What it is for, at most 1000 code points; the owner sees it as the app's claim.
    public var description: String?
    /// Do not submit it after this.
    public var expiresAt: Timestamp?

    /// Creates it of its members.
    public init(
      requestID: PaymentRequestID, currency: String, address: String, amount: DecimalAmount,
      maxFee: DecimalAmount? = nil, description: String? = nil, expiresAt: Timestamp? = nil
    ) {
      (self.requestID, self.currency, self.address, self.amount) = (requestID, currency, address, amount)
      (self.maxFee, self.description, self.expiresAt) = (maxFee, description, expiresAt)
    }
  }

  /// The result of `payment_order`.
  public struct Result: WireObject {
    /// The order.
    public var paymentOrder: PaymentOrder
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// Creates it of its members.
    public init(paymentOrder: PaymentOrder, replayed: Bool) {
      (self.paymentOrder, self.replayed) = (paymentOrder, replayed)
    }
  }
}
