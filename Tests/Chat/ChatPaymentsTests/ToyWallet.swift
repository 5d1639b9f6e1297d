import ChatPayments
import PaymentsAPI
import PaymentsModel

/// The provider of one person, which uses toy money.
struct ToyWallet: CardWallet {
  let person: String
  let money: ToyMoney
  /// A closure that is awaited before each order is placed.
  var beforeOrder: @Sendable () async -> Void = {}

  /// A provider of this person's other than the usual one, which has invoices and orders of its own.
  var provider = ""

  private var account: String { provider.isEmpty ? person : person + "@" + provider }

  func providerID() async throws -> String { "key of " + provider }
  func isOpen(_ requestID: PaymentRequestID) async throws -> Bool { money.isOpen(requestID) }
  func currencies() async throws -> [CurrencyInfo] {
    ["LTC", "XMR"].map {
      CurrencyInfo(
        code: $0, name: $0, decimals: $0 == "LTC" ? 8 : 12, network: "toy", ready: .ready, confirmations: 1,
        uriScheme: "toy")
    }
  }
  func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice { try money.invoice(account, request) }
  func invoice(id: InvoiceID) async throws -> Invoice { try money.invoice(account, id: id) }
  func cancel(_ id: InvoiceID, requestID: PaymentRequestID) async throws -> Invoice { try money.cancel(account, id) }
  func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder {
    await beforeOrder()
    return try money.order(account, request)
  }
  func order(requestID: PaymentRequestID) async throws -> PaymentOrder { try money.order(account, requestID) }
  func cancel(_ id: OrderID, requestID: PaymentRequestID) async throws -> PaymentOrder {
    try money.cancel(account, id)
  }
  /// Reports nothing, because the tests ask for a refresh.
  func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws {
    try await Task.sleep(for: .seconds(3600))
  }
}
