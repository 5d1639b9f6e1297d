package import PaymentsModel

/// One line of the journal that statements are made of: money that arrived or left, and is not expected to come back.
///
/// A booking is never changed. If money that was booked as received is lost again, another booking records that.
package struct Booking: Sendable, Hashable {
  /// Which way the money went.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A transfer to an invoice reached the number of confirmations that the invoice asks for.
    case received
    /// A transfer that was booked as received is no longer confirmed, because of a reorganisation or a double spend.
    case takenBack = "taken_back"
    /// A payment order succeeded; its fee is booked with it.
    case paid
    /// A payment that was booked as paid did not take effect, or not with this transaction: amount and fee came back.
    case returned
  }

  /// The app that the invoice or the order belongs to.
  package let app: AppKey
  /// The currency code.
  package let currency: String
  /// Decimal places of the currency.
  package let decimals: Int
  /// When the provider learnt of the change, by the provider's clock.
  package let at: Timestamp
  /// Which way the money went.
  package let kind: Kind
  /// The identifier of the invoice or the order.
  package let objectID: String
  /// The transaction on the network.
  package let transactionID: String
  /// The amount that arrived or left, without the fee.
  package let amount: Amount
  /// The network fee that was paid in addition to the amount; zero for money that was received.
  package let fee: Amount

  /// Creates a booking, also one that was read from the ledger.
  package init(
    app: AppKey, currency: String, decimals: Int, at: Timestamp, kind: Kind, objectID: String, transactionID: String,
    amount: Amount, fee: Amount
  ) {
    self.app = app
    self.currency = currency
    self.decimals = decimals
    self.at = at
    self.kind = kind
    self.objectID = objectID
    self.transactionID = transactionID
    self.amount = amount
    self.fee = fee
  }
}

extension Booking: CustomStringConvertible, CustomDebugStringConvertible {
  /// Kind, object and currency; amounts and transactions do not appear in logs.
  package var description: String { "\(kind.rawValue) \(objectID) \(currency)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
