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
  public struct Params: WireObject {
    /// The idempotency key, a UUID made and stored by the app before it sends.
    public var requestID: PaymentRequestID
    /// The invoice.
    public var invoiceID: InvoiceID

    /// Makes the object of its members; one that may be absent is, unless it is given.
    public init(requestID: PaymentRequestID, invoiceID: InvoiceID) {
      self.requestID = requestID
      self.invoiceID = invoiceID
    }
  }

  /// What is answered: the same as when it was asked for.
  public typealias Result = InvoiceRequest.Result
}
