package import PaymentsModel

/// What a payment order asks for: fixed when it is received.
package struct OrderTerms: Sendable, Hashable {
  /// The provider's name of the order.
  package let id: OrderID
  /// The app that asked for it.
  package let app: AppKey
  /// The request that made it.
  package let requestID: PaymentRequestID
  /// SHA-256 of the request's parameters as lowercase hexadecimal text; an approval holds for these only.
  package let paramsDigest: String
  /// The currency code.
  package let currency: String
  /// Decimal places of the currency, with which amounts are shown.
  package let decimals: Int
  /// The recipient, in the wallet's canonical form.
  package let address: String
  /// What the recipient gets; the fee comes on top.
  package let amount: Amount
  /// The largest fee that the app accepts; `nil` leaves it to the owner.
  package let maxFee: Amount?
  /// What it is for, as the app said.
  package let memo: String?
  /// Confirmations that make it succeed; 0 succeeds as soon as the network has it.
  package let confirmationsWanted: Int
  /// When it was received.
  package let createdAt: Timestamp
  /// From this moment on it is not submitted any more; `nil` for no limit.
  package let expiresAt: Timestamp?

  /// The terms.
  package init(
    id: OrderID, app: AppKey, requestID: PaymentRequestID, paramsDigest: String, currency: String, decimals: Int,
    address: String, amount: Amount, maxFee: Amount?, memo: String?, confirmationsWanted: Int, createdAt: Timestamp,
    expiresAt: Timestamp?
  ) {
    self.id = id
    self.app = app
    self.requestID = requestID
    self.paramsDigest = paramsDigest
    self.currency = currency
    self.decimals = decimals
    self.address = address
    self.amount = amount
    self.maxFee = maxFee
    self.memo = memo
    self.confirmationsWanted = confirmationsWanted
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

extension OrderTerms {
  /// Confirmations of another transaction that spent the inputs, from which on the order is certain not to be paid: as
  /// many as make it succeed, and never fewer than six. To wait costs an app minutes; a failure that a reorganisation
  /// undoes costs the owner a second payment.
  package var conflictDepth: Int { max(confirmationsWanted, 6) }
}

extension OrderTerms: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier and currency; recipient, amount and purpose do not appear in logs.
  package var description: String { "\(id.rawValue) \(currency)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
