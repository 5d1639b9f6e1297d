public import PaymentsModel

/// Asks for a link that shows an order, an invoice or this app's payments to the owner, in the provider's own
/// interface.
///
/// `order_id` or `invoice_id` names what is shown; without both it is the list of this app's payments.
public enum RequestOpening: PaymentsMethod {
  /// The name on the wire.
  public static let name = "open_request"
  /// None for all: an order needs `pay`, an invoice `receive`, the list one of them.
  public static let scope: Scope? = nil
  /// One sentence for documents.
  public static let summary = "Asks for a link that shows an order, an invoice or this app's payments to the owner."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [
    .scopeNotGranted, .orderNotFound, .invoiceNotFound, .callbackRefused, .tooManyPrompts,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// What the app finds this opening by when it comes back: 1 to 256 of `A-Z a-z 0-9 - . _ ~`.
    public var state: String
    /// Show this order.
    public var orderID: OrderID?
    /// Show this invoice.
    public var invoiceID: InvoiceID?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(state: String, orderID: OrderID? = nil, invoiceID: InvoiceID? = nil) {
      self.state = state
      self.orderID = orderID
      self.invoiceID = invoiceID
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The opening.
    public var opening: Opening
    /// The link that opens it, once.
    public var link: String

    /// Makes the object of its members.
    public init(opening: Opening, link: String) {
      self.opening = opening
      self.link = link
    }
  }
}
