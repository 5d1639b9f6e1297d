import PaymentsCore
import PaymentsModel

/// A request as its app stored it before sending it.
struct ModelRequest {
  let app: AppKey
  let id: PaymentRequestID
  /// The address, which belongs to this request only. Transactions to it are therefore the result of the request.
  let address: String
  let amount: Amount
  let maxFee: Amount?
  let expiresAt: Timestamp
  /// The order in the provider's answer.
  var acknowledged: OrderID?
}

/// What apps and owner were told of an order. The model stores it independently of the ledger.
struct ModelFact {
  let request: Int
  /// The last version that was reported.
  var version: Int64
  /// The final progress of an order that has ended.
  var end: OrderProgress?
  /// The day of the approval, and the largest amount that the order may cost.
  var approvedOn: Int64?
  var most: Amount?
  /// Whether the order failed because another transaction spent its inputs.
  var failureWasConflict: Bool { end?.failure == .conflicted }
}

/// A violation of a rule.
struct ModelFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
