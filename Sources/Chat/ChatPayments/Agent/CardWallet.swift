public import Consumer
public import PaymentsAPI
public import PaymentsModel

/// The operations of a person's provider that cards need. `PaymentsClient` implements them.
public protocol CardWallet: Sendable {
  /// Returns the key of the provider, base64url. Another provider does not know what this one has paid.
  func providerID() async throws -> String
  /// Returns whether an earlier attempt of a request has no answer yet, so that a refusal of a later one says nothing
  /// about it.
  func isOpen(_ requestID: PaymentRequestID) async throws -> Bool
  /// Returns the currencies that can be used.
  func currencies() async throws -> [CurrencyInfo]
  /// Makes an invoice. If the same request was made before, returns the invoice of that time.
  func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice
  /// Returns the current state of an invoice.
  func invoice(id: InvoiceID) async throws -> Invoice
  /// Cancels an invoice.
  func cancel(_ id: InvoiceID, requestID: PaymentRequestID) async throws -> Invoice
  /// Orders a payment. If the same request was made before, returns the order of that time.
  func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder
  /// Returns the order that a request has made.
  func order(requestID: PaymentRequestID) async throws -> PaymentOrder
  /// Cancels an order.
  func cancel(_ id: OrderID, requestID: PaymentRequestID) async throws -> PaymentOrder
  /// Calls `body` for each change of an invoice or order, until something fails or the task is cancelled. Changes from
  /// before the call may be missing.
  func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws
}

/// A change that a provider reports.
public final class CardNews: Sendable {
  /// The new state of the invoice; `nil` if an order has changed.
  public let invoice: Invoice?
  /// The new state of the order; `nil` if an invoice has changed.
  public let order: PaymentOrder?

  /// Creates the change of an invoice.
  public init(invoice: Invoice) {
    self.invoice = invoice
    order = nil
  }

  /// Creates the change of an order.
  public init(order: PaymentOrder) {
    invoice = nil
    self.order = order
  }
}

extension PaymentsClient: CardWallet {
  /// See ``CardWallet``.
  public func isOpen(_ requestID: PaymentRequestID) async throws -> Bool {
    try await unfinishedRequests().contains { $0.requestID == requestID }
  }

  /// See ``CardWallet``.
  public func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice {
    try await call(InvoiceRequest.self, request).invoice
  }

  /// See ``CardWallet``.
  public func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder {
    try await call(SubmitPaymentOrder.self, request).paymentOrder
  }

  /// See ``CardWallet``. It uses the client's only event stream, and continues after the event that was handled last.
  public func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws {
    // A gap needs no action here, because the agent reads everything that is open before it follows the events.
    let events = events(.remembered) { _ in }
    for try await event in events {
      if let invoice = event.invoice { await body(CardNews(invoice: invoice)) }
      if let order = event.paymentOrder { await body(CardNews(order: order)) }
    }
  }
}
