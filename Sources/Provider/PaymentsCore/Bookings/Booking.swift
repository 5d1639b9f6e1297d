public import PaymentsModel

/// Money that came or went for good, as far as anybody can know: one line of the journal that statements are made of.
///
/// A booking is never changed. Where money that counted as received is taken back, that is another booking.
public struct Booking: Sendable, Hashable {
  /// Which way the money went.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
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
  public let app: AppKey
  /// The currency code.
  public let currency: String
  /// Decimal places of the currency.
  public let decimals: Int
  /// When the provider learnt of it, by its clock.
  public let at: Timestamp
  /// Which way the money went.
  public let kind: Kind
  /// The identifier of the invoice or the order.
  public let objectID: String
  /// The transaction on the network.
  public let transactionID: String
  /// What came or went, without the fee.
  public let amount: Amount
  /// The network fee that was paid beside the amount; zero for what was received.
  public let fee: Amount

  /// A booking, as the ledger stored it.
  public init(
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
  public var description: String { "\(kind.rawValue) \(objectID) \(currency)" }
  /// The same as the description.
  public var debugDescription: String { description }
}
