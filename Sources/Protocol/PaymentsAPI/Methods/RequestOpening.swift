public import PaymentsModel

/// Requests a link that shows an order, an invoice or this app's payments to the owner, in the provider's own user
/// interface.
///
/// Either `order_id` or `invoice_id` says what is shown. Without both, the list of this app's payments is shown.
public enum RequestOpening: PaymentsMethod {
  /// The name on the wire.
  public static let name = "open_request"
  /// No scope is needed in general. An order needs `pay`, an invoice `receive`, and the list one of them.
  public static let scope: Scope? = nil
  /// One sentence that describes the method in generated documents.
  public static let summary = "Asks for a link that shows an order, an invoice or this app's payments to the owner."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [
    .scopeNotGranted, .orderNotFound, .invoiceNotFound, .callbackRefused, .tooManyPrompts,
  ]

  /// What is asked.
  public struct Params: WireObject {
    /// The text by which the app finds this opening again when the owner returns: 1 to 256 characters of `A-Z a-z 0-9 -
    /// . _ ~`.
    public var state: String
    /// The order to show.
    public var orderID: OrderID?
    /// The invoice to show.
    public var invoiceID: InvoiceID?

    /// Makes a value from all members; optional members default to nil.
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
    /// The link, which works once.
    public var link: String

    /// Makes a value from all members.
    public init(opening: Opening, link: String) {
      self.opening = opening
      self.link = link
    }
  }
}
