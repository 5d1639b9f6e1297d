import ChatPayments
import PaymentsAPI
import PaymentsModel

/// The provider of one person, which uses toy money.
struct ToyWallet: CardWallet {
  let person: String
  let money: ToyMoney
  /// A closure that is awaited before each order is placed.
  var beforeOrder: @Sendable () async -> Void = {}

  func currencies() async throws -> [CurrencyInfo] {
    ["LTC", "XMR"].map {
      CurrencyInfo(
        code: $0, name: $0, decimals: $0 == "LTC" ? 8 : 12, network: "toy", ready: .ready, confirmations: 1,
        uriScheme: "toy")
    }
  }
  func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice { try money.invoice(person, request) }
  func invoice(id: InvoiceID) async throws -> Invoice { try money.invoice(person, id: id) }
  func cancel(_ id: InvoiceID, requestID: PaymentRequestID) async throws -> Invoice { try money.cancel(person, id) }
  func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder {
    await beforeOrder()
    return try money.order(person, request)
  }
  func order(requestID: PaymentRequestID) async throws -> PaymentOrder { try money.order(person, requestID) }
  func cancel(_ id: OrderID, requestID: PaymentRequestID) async throws -> PaymentOrder {
    try money.cancel(person, id)
  }
  /// Reports nothing, because the tests ask for a refresh.
  func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws {
    try await Task.sleep(for: .seconds(3600))
  }
}
