import PaymentsCore
import PaymentsModel

/// A request as its app stored it, before it was sent.
struct ModelRequest {
  let app: AppKey
  let id: PaymentRequestID
  /// Nobody else is paid to it: what the network has for it is what the request led to.
  let address: String
  let amount: Amount
  let maxFee: Amount?
  let expiresAt: Timestamp
  /// The order that the provider answered with.
  var acknowledged: OrderID?
}

/// What is known of an order beside the ledger: what was said of it to anybody.
struct ModelFact {
  let request: Int
  /// The last version that was answered or told.
  var version: Int64
  /// How it ended, once it has.
  var end: OrderProgress?
  /// The day on which it was approved, and the most that it may cost.
  var approvedOn: Int64?
  var most: Amount?
  /// The transactions that were built for it and not stored, so that their coins may stay locked.
  var failureWasConflict: Bool { end?.failure == .conflicted }
}

/// What must hold and does not.
struct ModelFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
