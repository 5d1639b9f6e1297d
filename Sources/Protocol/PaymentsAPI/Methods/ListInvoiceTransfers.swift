public import PaymentsModel

/// Lists all transfers that arrived for an invoice, newest first. The invoice itself shows only the newest.
public enum ListInvoiceTransfers: PaymentsMethod {
  /// The name on the wire.
  public static let name = "list_invoice_transfers"
  /// The scope that the app needs.
  public static let scope: Scope? = .receive
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Lists the transfers of an invoice, newest first."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = [.invoiceNotFound]

  /// What is asked.
  public struct Params: WireObject {
    /// The invoice.
    public var invoiceID: InvoiceID
    /// The `next` of the previous page, to continue a list.
    public var before: String?
    /// The maximum number of rows in the answer, 1 to 100; the default is 50.
    public var limit: Int?

    /// Makes a value from all members; optional members default to nil.
    public init(invoiceID: InvoiceID, before: String? = nil, limit: Int? = nil) {
      self.invoiceID = invoiceID
      self.before = before
      self.limit = limit
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// The transfers.
    public var transfers: [TransferInfo]
    /// The start of the next page; absent on the last page.
    public var next: String?

    /// Makes a value from all members; optional members default to nil.
    public init(transfers: [TransferInfo], next: String? = nil) {
      self.transfers = transfers
      self.next = next
    }
  }
}
