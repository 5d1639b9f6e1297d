public import PaymentsAPI
public import PaymentsModel

/// What cards want of the own provider; `PaymentsClient` is one.
public protocol CardWallet: Sendable {
  /// The currencies that can be used.
  func currencies() async throws -> [CurrencyInfo]
  /// Makes an invoice, or answers the one that the same request has made.
  func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice
  /// An invoice as it is now.
  func invoice(id: InvoiceID) async throws -> Invoice
  /// Withdraws an invoice.
  func cancel(_ id: InvoiceID, requestID: PaymentRequestID) async throws -> Invoice
  /// Orders a payment, or answers the order that the same request has made.
  func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder
  /// The order of a request.
  func order(requestID: PaymentRequestID) async throws -> PaymentOrder
  /// Withdraws an order.
  func cancel(_ id: OrderID, requestID: PaymentRequestID) async throws -> PaymentOrder
  /// Hands over each change of an invoice or order until something fails or the task is cancelled. Changes may have
  /// been missed before it begins.
  func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws
}

/// A change that a provider tells.
public final class CardNews: Sendable {
  /// The invoice as it is now.
  public let invoice: Invoice?
  /// The order as it is now.
  public let order: PaymentOrder?

  /// A change of an invoice.
  public init(invoice: Invoice) {
    self.invoice = invoice
    order = nil
  }

  /// A change of an order.
  public init(order: PaymentOrder) {
    invoice = nil
    self.order = order
  }
}
