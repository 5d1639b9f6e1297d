package import PaymentsModel

/// The fixed part of an invoice: the terms that were set when it was created.
package struct InvoiceTerms: Sendable, Hashable {
  /// The identifier that the provider gave the invoice.
  package let id: InvoiceID
  /// The app that asked for the invoice.
  package let app: AppKey
  /// The identifier of the request that created the invoice.
  package let requestID: PaymentRequestID
  /// The currency code.
  package let currency: String
  /// Decimal places of the currency, with which amounts are shown.
  package let decimals: Int
  /// The address that is used by this invoice only, in the wallet's form.
  package let address: String
  /// The Lightning invoice by which it can be paid as well; `nil` if there is none.
  package let lightning: LightningTerms?
  /// The requested amount; `nil` if the payer decides (top-up).
  package let amount: Amount?
  /// What it is for, as the app said.
  package let purpose: PaymentPurpose
  /// The number of confirmations from which on a transfer counts as confirmed; 0 settles the invoice as soon as the
  /// money is seen.
  package let confirmationsWanted: Int
  /// When the invoice was created.
  package let createdAt: Timestamp
  /// The payer's deadline. Money that is first seen at or after this moment is late.
  package let expiresAt: Timestamp
  /// Until when the wallet is watched for late money and confirmations.
  package let monitoringUntil: Timestamp

  /// Creates the terms. A monitoring period that would end before the payer's deadline is extended to it.
  package init(
    id: InvoiceID, app: AppKey, requestID: PaymentRequestID, currency: String, decimals: Int, address: String,
    lightning: LightningTerms? = nil, amount: Amount?, purpose: PaymentPurpose, confirmationsWanted: Int,
    createdAt: Timestamp, expiresAt: Timestamp,
    monitoringUntil: Timestamp
  ) {
    self.id = id
    self.app = app
    self.requestID = requestID
    self.currency = currency
    self.decimals = decimals
    self.address = address
    self.lightning = lightning
    self.amount = amount
    self.purpose = purpose
    self.confirmationsWanted = confirmationsWanted
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.monitoringUntil = max(monitoringUntil, expiresAt)
  }

  /// Whether `sum` is the requested amount or more; for a top-up, whether it is more than zero.
  func isReached(by sum: Amount) -> Bool {
    guard let amount else { return sum > .zero }
    return sum >= amount
  }
}

extension InvoiceTerms: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier and currency. Address, amount and purpose do not appear in logs.
  package var description: String { "\(id.rawValue) \(currency)" }
  /// The same as the description.
  package var debugDescription: String { description }
}

/// The Lightning invoice of an invoice.
package struct LightningTerms: Sendable, Hashable {
  /// The text of the Lightning invoice (BOLT 11), in small letters.
  package let invoice: String
  /// Its payment hash, in hexadecimal.
  package let paymentHash: String

  /// Creates one of its parts.
  package init(invoice: String, paymentHash: String) {
    self.invoice = invoice
    self.paymentHash = paymentHash
  }
}
