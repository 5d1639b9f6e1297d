package import PaymentsModel

/// The fixed part of a payment order: the terms that were set when it was received.
package struct OrderTerms: Sendable, Hashable {
  /// The identifier that the provider gave the order.
  package let id: OrderID
  /// The app that asked for the payment.
  package let app: AppKey
  /// The identifier of the request that created the order.
  package let requestID: PaymentRequestID
  /// SHA-256 of the request's parameters as lowercase hexadecimal text. An approval is valid for these parameters only.
  package let paramsDigest: String
  /// The currency code.
  package let currency: String
  /// Decimal places of the currency, with which amounts are shown.
  package let decimals: Int
  /// The recipient's address, in the wallet's canonical form.
  package let address: String
  /// The amount that the recipient gets. The fee is added to it.
  package let amount: Amount
  /// The largest fee that the app accepts; `nil` leaves the decision to the owner.
  package let maxFee: Amount?
  /// What it is for, as the app said.
  package let purpose: PaymentPurpose
  /// The number of confirmations from which on the order has succeeded; with 0 it succeeds as soon as the network has
  /// the transaction.
  package let confirmationsWanted: Int
  /// When the order was received.
  package let createdAt: Timestamp
  /// From this moment on the order is not submitted any more; `nil` for no limit.
  package let expiresAt: Timestamp?

  /// Creates the terms.
  package init(
    id: OrderID, app: AppKey, requestID: PaymentRequestID, paramsDigest: String, currency: String, decimals: Int,
    address: String, amount: Amount, maxFee: Amount?, purpose: PaymentPurpose, confirmationsWanted: Int,
    createdAt: Timestamp,
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
    self.purpose = purpose
    self.confirmationsWanted = confirmationsWanted
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

extension OrderTerms {
  /// The number of confirmations of another transaction that spent the inputs, from which on the order is certain not
  /// to be paid. It is the number that makes the order succeed, and at least six. Waiting costs an app minutes, while a
  /// failure that is undone by a reorganisation costs the owner a second payment.
  package var conflictDepth: Int { max(confirmationsWanted, 6) }
}

extension OrderTerms {
  /// Returns an amount of the order's currency as a decimal.
  package func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: decimals) }

  /// What the recipient gets.
  package var decimalAmount: DecimalAmount { decimal(amount) }
}

extension OrderTerms: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier and currency. Recipient, amount and purpose do not appear in logs.
  package var description: String { "\(id.rawValue) \(currency)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
