package import Ledger
package import PaymentsCore
package import PaymentsModel

/// A request of an app to pay. A class because of the compiler's fault with large values.
package final class OrderRequest: Sendable {
  package let app: AppKey
  /// The idempotency key.
  package let requestID: PaymentRequestID
  /// The method and the digest of the params, which tell a repetition from another request with the same key.
  package let method: String
  package let paramsDigest: String
  package let currency: String
  /// The recipient as the app names it.
  package let address: String
  package let amount: DecimalAmount
  package let maxFee: DecimalAmount?
  package let purpose: PaymentPurpose
  package let expiresAt: Timestamp?
  /// When the app signed the document that asks for it, if one does.
  package let signedAt: Timestamp?

  package init(
    app: AppKey, requestID: PaymentRequestID, method: String, paramsDigest: String, currency: String, address: String,
    amount: DecimalAmount, maxFee: DecimalAmount?, purpose: PaymentPurpose, expiresAt: Timestamp?, signedAt: Timestamp?
  ) {
    self.app = app
    self.requestID = requestID
    self.method = method
    self.paramsDigest = paramsDigest
    self.currency = currency
    self.address = address
    self.amount = amount
    self.maxFee = maxFee
    self.purpose = purpose
    self.expiresAt = expiresAt
    self.signedAt = signedAt
  }

  /// The use of the key for an order.
  func claim(_ id: String, at now: Timestamp) -> RequestClaim {
    RequestClaim(
      app: app, requestID: requestID, method: method, paramsDigest: paramsDigest,
      object: RequestObject(kind: "order", id: id), at: now)
  }
}

/// Why an order is not taken in. Nothing is recorded then, so that the same request can be repeated.
package enum OrderRequestRefusal: Error, Sendable {
  /// The key was used for another request.
  case conflict
  /// The records of the app take all of the bytes that it may use.
  case full
  /// The owner has locked the wallet.
  case locked
  /// The wallet sent what the ledger does not know, and the owner has to look first.
  case underReview
  /// The owner lets the app pay nothing.
  case denied
  case exceeded(BudgetExceeded)
  /// Its time is over.
  case expired
  case unknownCurrency
  case notAboveZero
  /// More than there can ever be.
  case tooLarge
  /// The recipient is an invoice of another amount.
  case otherAmount
  case amount(AmountError, isFee: Bool)
  case wrongNetwork
  case invalidAddress
  /// The fee would be more than the app accepts.
  case feeTooHigh
  /// The app has had its fee refused so often that the wallet is not asked for now.
  case feesRefusedTooOften(retryAfterMilliseconds: Int)
  case tooManyQuestions(QuestionQueue.Refusal)
  /// The limits have changed again and again meanwhile.
  case busy
  case wallet(WalletCallFailure)
  case failed(LedgerError)
}
