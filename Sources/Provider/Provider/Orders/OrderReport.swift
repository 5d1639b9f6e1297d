import PaymentsAPI
import PaymentsCore
import PaymentsModel

extension PaymentsAPI.PaymentOrder {
  /// Creates the order as apps receive it. The transaction id is contained only after the transaction was handed to the
  /// network, because before that the transaction may never be made.
  init(_ order: OrderMachine) {
    let terms = order.terms
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: terms.decimals) }
    let handedOver = order.state == .inFlight || order.state == .succeeded
    self.init(
      orderID: terms.id, requestID: terms.requestID, version: Int(order.version), currency: terms.currency,
      address: terms.address, amount: decimal(terms.amount), state: order.state,
      confirmations: order.progress.confirmations, confirmationsWanted: terms.confirmationsWanted,
      createdAt: terms.createdAt, updatedAt: order.progress.updatedAt, maxFee: terms.maxFee.map(decimal),
      fee: order.fee.map(decimal), total: order.total.map(decimal), description: terms.purpose.description,
      reason: order.reportedReason?.rawValue, waitingFor: order.progress.waitingFor?.rawValue,
      transactionID: handedOver ? order.transactionID : nil, expiresAt: terms.expiresAt,
      reversedAt: order.progress.reversedAt)
  }
}

extension OrderMachine {
  /// The reason why the order ended without a payment, as apps receive it.
  var reportedReason: FailureReason? {
    switch state {
    case .rejected: .userRejected
    case .expired: .expired
    case .failed: progress.failure.map(FailureReason.init)
    default: nil
    }
  }
}
