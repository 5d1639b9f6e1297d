public import Consumer
public import PaymentsAPI
import PaymentsModel

extension PaymentsClient: CardWallet {
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
