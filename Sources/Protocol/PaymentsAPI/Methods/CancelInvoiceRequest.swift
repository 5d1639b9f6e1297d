public import PaymentsModel

/// Withdraws an invoice for which nothing was seen yet.
///
/// Money that arrives afterwards is still reported, as late.
public enum CancelInvoiceRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "cancel_invoice_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence for documents.
  public static let summary =
    "Withdraws an invoice for which nothing was seen yet."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = [.invoiceNotFound, .notCancellable, .requestConflict]

  /// What is asked.
  public struct Params: Codable, Sendable, Hashable {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The invoice.
    public var invoiceID: InvoiceID

    /// All members; those that may be absent default to that.
    public init(requestID: PaymentRequestID, invoiceID: InvoiceID) {
      self.requestID = requestID
      self.invoiceID = invoiceID
    }

    private enum CodingKeys: String, CodingKey {
      case requestID = "request_id"
      case invoiceID = "invoice_id"
    }
  }

  /// What is answered.
  public struct Result: Codable, Sendable, Hashable {
    /// The invoice.
    public var invoice: Invoice
    /// Whether this answers an earlier request with the same `request_id` and params.
    public var replayed: Bool

    /// All members; those that may be absent default to that.
    public init(invoice: Invoice, replayed: Bool) {
      self.invoice = invoice
      self.replayed = replayed
    }

    private enum CodingKeys: String, CodingKey {
      case invoice
      case replayed
    }
  }
}
