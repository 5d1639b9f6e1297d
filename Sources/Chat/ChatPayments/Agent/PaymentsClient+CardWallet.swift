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

  /// See ``CardWallet``. It takes the client's one sequence of events, from the one that was handled last.
  public func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws {
    // After a gap the agent asks for what it has open, as after any beginning.
    let events = events(.remembered) { _ in }
    for try await event in events {
      if let invoice = event.invoice { await body(CardNews(invoice: invoice)) }
      if let order = event.paymentOrder { await body(CardNews(order: order)) }
    }
  }
}
