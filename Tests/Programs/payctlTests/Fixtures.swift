import PaymentsAPI
import PaymentsModel

/// Objects as a provider would send them.
enum Fixtures {
  static let requestID = PaymentRequestID("11111111-2222-4333-8444-555555555555") ?? .random()
  static let created = Timestamp(milliseconds: 1_774_004_485_000)

  static func order(
    _ state: OrderState, version: Int = 1, confirmations: Int = 0, reason: String? = nil,
    requestID: PaymentRequestID = requestID
  ) throws -> PaymentOrder {
    PaymentOrder(
      orderID: OrderID(rawValue: "ord_a"), requestID: requestID, version: version, currency: "LTC",
      address: "rltc1qaddress", amount: try DecimalAmount("0.5"), state: state, confirmations: confirmations,
      confirmationsWanted: 6, createdAt: created, updatedAt: created, fee: try DecimalAmount("0.0001"), reason: reason,
      transactionID: confirmations > 0 ? "beef" : nil, expiresAt: created)
  }

  static func transfers(_ count: Int) throws -> [TransferInfo] {
    let amount = try DecimalAmount("0.01")
    return (0..<count).map {
      TransferInfo(
        transactionID: "tx\($0)", amount: amount, confirmations: 1, state: .confirming, firstSeenAt: created)
    }
  }

  static func invoice(
    _ state: InvoiceState, version: Int = 1, description: String? = nil, transfers: [TransferInfo] = [],
    earlierTransfers: Int? = nil
  ) throws -> Invoice {
    Invoice(
      invoiceID: InvoiceID(rawValue: "inv_a"), requestID: requestID, version: version, currency: "LTC",
      address: "rltc1qaddress", uri: "litecoin:rltc1qaddress?amount=0.5", state: state,
      payment: state == .settled ? .paid : .none, paidAmount: try DecimalAmount(state == .settled ? "0.5" : "0"),
      confirmedAmount: try DecimalAmount(state == .settled ? "0.5" : "0"), confirmationsWanted: 6, transfers: transfers,
      createdAt: created, updatedAt: created, expiresAt: created, monitoredUntil: created,
      amount: try DecimalAmount("0.5"), description: description, earlierTransfers: earlierTransfers)
  }
}
