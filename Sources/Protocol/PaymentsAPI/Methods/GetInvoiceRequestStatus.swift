public import PaymentsModel

/// Returns an invoice, at once or when it changes.
///
/// Exactly one of `invoice_id` and `request_id` is given.
public enum GetInvoiceRequestStatus: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_invoice_request_status"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Answers an invoice, at once or when it changes."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.invoiceNotFound]

  /// What is asked.
  public struct Params: WireObject {
    /// The invoice.
    public var invoiceID: InvoiceID?
    /// The `request_id` of the request that made it.
    public var requestID: PaymentRequestID?
    /// The version last seen. The answer is sent only when there is a newer one.
    public var after: Int?
    /// How long to wait for a newer version, at most 60000 ms; then the present state is returned.
    public var waitMilliseconds: Int?

    /// Makes a value from all members; optional members default to nil.
    public init(
      invoiceID: InvoiceID? = nil,
      requestID: PaymentRequestID? = nil,
      after: Int? = nil,
      waitMilliseconds: Int? = nil
    ) {
      self.invoiceID = invoiceID
      self.requestID = requestID
      self.after = after
      self.waitMilliseconds = waitMilliseconds
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The invoice.
    public var invoice: Invoice

    /// Makes a value from all members; optional members default to nil.
    public init(invoice: Invoice) {
      self.invoice = invoice
    }
  }
}
