package import PaymentsModel

/// What an invoice asks for: fixed when it is made.
package struct InvoiceTerms: Sendable, Hashable {
  /// The provider's name of the invoice.
  package let id: InvoiceID
  /// The app that asked for it.
  package let app: AppKey
  /// The request that made it.
  package let requestID: PaymentRequestID
  /// The currency code.
  package let currency: String
  /// Decimal places of the currency, with which amounts are shown.
  package let decimals: Int
  /// The address that belongs to this invoice alone, in the wallet's form.
  package let address: String
  /// The amount asked for; `nil` where the payer decides (top-up).
  package let amount: Amount?
  /// What it is for, as the app said.
  package let memo: String?
  /// Confirmations that make a transfer count as confirmed; 0 settles on sight.
  package let confirmationsWanted: Int
  /// When it was made.
  package let createdAt: Timestamp
  /// The payer's deadline: money first seen at or after it is late.
  package let expiresAt: Timestamp
  /// Until when late money and confirmations are still looked for.
  package let monitoringUntil: Timestamp

  /// The terms; a monitoring period that would end before the payer's deadline ends with it.
  package init(
    id: InvoiceID, app: AppKey, requestID: PaymentRequestID, currency: String, decimals: Int, address: String,
    amount: Amount?, memo: String?, confirmationsWanted: Int, createdAt: Timestamp, expiresAt: Timestamp,
    monitoringUntil: Timestamp
  ) {
    self.id = id
    self.app = app
    self.requestID = requestID
    self.currency = currency
    self.decimals = decimals
    self.address = address
    self.amount = amount
    self.memo = memo
    self.confirmationsWanted = confirmationsWanted
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.monitoringUntil = max(monitoringUntil, expiresAt)
  }

  /// Whether a sum is what was asked for, or more; for a top-up anything but nothing.
  func isReached(by sum: Amount) -> Bool {
    guard let amount else { return sum > .zero }
    return sum >= amount
  }
}

extension InvoiceTerms: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier and currency; address, amount and purpose do not appear in logs.
  package var description: String { "\(id.rawValue) \(currency)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
