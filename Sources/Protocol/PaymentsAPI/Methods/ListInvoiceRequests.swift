public import PaymentsModel

/// Lists this app's invoices, newest first.
public enum ListInvoiceRequests: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_invoice_requests"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence for documents.
  public static let summary =
    "Lists this app's invoices, newest first."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Only of this currency.
    public var currency: String?
    /// Continue a list: the `next` of the page before.
    public var before: String?
    /// The most rows to answer, 1 to 100; 50 unless told.
    public var limit: Int?
    /// Only those in this state.
    public var state: InvoiceState?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(currency: String? = nil, before: String? = nil, limit: Int? = nil, state: InvoiceState? = nil) {
      self.currency = currency
      self.before = before
      self.limit = limit
      self.state = state
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The invoices.
    public var invoices: [Invoice]
    /// Where the next page starts; absent on the last page.
    public var next: String?

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(invoices: [Invoice], next: String? = nil) {
      self.invoices = invoices
      self.next = next
    }
  }
}
