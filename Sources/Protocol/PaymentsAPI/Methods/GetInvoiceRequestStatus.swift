public import PaymentsModel

/// Answers an invoice, at once or when it changes.
///
/// Exactly one of `invoice_id` and `request_id` names it.
public enum GetInvoiceRequestStatus: PaymentsMethod {
  /// The name on the wire.
  public static let name = "get_invoice_request_status"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence for documents.
  public static let summary =
    "Answers an invoice, at once or when it changes."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [.invoiceNotFound]

  /// What is asked.
  public struct Params: Codable, Sendable, Hashable {
    /// The invoice.
    public var invoiceID: InvoiceID?
    /// The request that made it.
    public var requestID: PaymentRequestID?
    /// The version last seen: answer only once there is a newer one.
    public var after: Int?
    /// How long to wait for that, at most 60000; then the present state is answered.
    public var waitMilliseconds: Int?

    /// All members; those that may be absent default to that.
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

    private enum CodingKeys: String, CodingKey {
      case invoiceID = "invoice_id"
      case requestID = "request_id"
      case after
      case waitMilliseconds = "wait_ms"
    }
  }

  /// What is answered.
  public struct Result: Codable, Sendable, Hashable {
    /// The invoice.
    public var invoice: Invoice

    /// All members; those that may be absent default to that.
    public init(invoice: Invoice) {
      self.invoice = invoice
    }

    private enum CodingKeys: String, CodingKey {
      case invoice
    }
  }
}
