package import PaymentsModel

/// Money that came or went for good, as far as anybody can know: one line of the journal that statements are made of.
///
/// A booking is never changed. Where money that counted as received is taken back, that is another booking.
package struct Booking: Sendable, Hashable {
  /// Which way the money went.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A transfer to an invoice was confirmed as often as wanted.
    case received
    /// A transfer that was booked as received is not confirmed any more: a reorganisation or a double spend.
    case takenBack = "taken_back"
    /// A payment order succeeded; its fee is booked with it.
    case paid
    /// What was booked as paid did not take effect, or not with this transaction: the amount and the fee came back.
    case returned
  }

  /// The app whose invoice or order it is.
  package let app: AppKey
  /// The currency code.
  package let currency: String
  /// Decimal places of the currency.
  package let decimals: Int
  /// When the provider learnt of it, by its clock.
  package let at: Timestamp
  /// Which way the money went.
  package let kind: Kind
  /// The identifier of the invoice or the order.
  package let objectID: String
  /// The transaction on the network.
  package let transactionID: String
  /// What came or went, without the fee.
  package let amount: Amount
  /// The network fee that was paid beside the amount; zero for what was received.
  package let fee: Amount

  /// A booking, as the ledger stored it.
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
