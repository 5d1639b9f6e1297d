import JSON
import PaymentsAPI
import PaymentsModel
import Testing

@testable import Provider

@Suite("Whether a result still changes") struct RequestProgressTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let later = Timestamp(milliseconds: 1_700_000_060_000)

  private func request() throws -> PaymentRequestID {
    try #require(PaymentRequestID("018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b"))
  }

  @Test(arguments: OrderState.allCases)
  func orders(state: OrderState) throws {
    let order = PaymentOrder(
      orderID: OrderID(rawValue: "ord_a"), requestID: try request(), version: 1, currency: "LTC", address: "a",
      amount: try DecimalAmount("1"), state: state, confirmations: 0, confirmationsWanted: 1, createdAt: now,
      updatedAt: now)
    let result: JSONValue = ["payment_order": try JSONBytesEncoder().encodeValue(order)]
    #expect(RequestProgress(result, at: later) == (state.isTerminal ? .ended(now) : .open))
  }

  @Test(arguments: InvoiceState.allCases)
  func invoices(state: InvoiceState) throws {
    let zero = try DecimalAmount("0")
    let invoice = Invoice(
      invoiceID: InvoiceID(rawValue: "inv_a"), requestID: try request(), version: 1, currency: "LTC", address: "a",
      uri: "u", state: state, payment: .none, paidAmount: zero, confirmedAmount: zero, confirmationsWanted: 1,
      transfers: [], createdAt: now, updatedAt: now, expiresAt: now, monitoredUntil: later)
    let result: JSONValue = ["invoice": try JSONBytesEncoder().encodeValue(invoice)]
    switch state {
    case .settled: #expect(RequestProgress(result, at: now) == .ended(now))
    case .pending, .processing: #expect(RequestProgress(result, at: later) == .open)
    // The invoice is still watched for late money.
    case .expired, .invalid, .cancelled:
      #expect(RequestProgress(result, at: now) == .open)
      #expect(RequestProgress(result, at: later) == .ended(later))
    }
  }

  @Test func others() {
    #expect(RequestProgress(["statement": ["state": "preparing"]], at: now) == .open)
    #expect(
      RequestProgress(["statement": ["state": "ready", "created_at": .string(now.text)]], at: later) == .ended(now))
    #expect(RequestProgress(["proof": "p"], at: now) == .ended(nil))
  }
}
