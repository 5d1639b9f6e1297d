public import PaymentsModel

/// Withdraws an invoice for which no payment was seen yet.
///
/// A payment that arrives afterwards is still reported, as late.
public enum CancelInvoiceRequest: PaymentsMethod {
  /// The name on the wire.
  public static let name = "cancel_invoice_request"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Withdraws an invoice for which nothing was seen yet."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.invoiceNotFound, .notCancellable, .requestConflict]

  /// What is asked.
  public struct Params: WireObject {
    /// The idempotency key: a UUID that the app makes and stores before it sends the request.
    public var requestID: PaymentRequestID
    /// The invoice.
    public var invoiceID: InvoiceID

    /// Makes a value from all members; optional members default to nil.
    public init(requestID: PaymentRequestID, invoiceID: InvoiceID) {
      self.requestID = requestID
      self.invoiceID = invoiceID
    }
  }

  /// What is answered: the same as when it was asked for.
  public typealias Result = InvoiceRequest.Result
}
