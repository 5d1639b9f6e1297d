public import PaymentsAPI
public import PaymentsModel

/// A payment whose person is meant: exactly one of `invoiceID`, `orderID` and `card`.
public struct PaymentReference: WireObject {
  /// An invoice of the person's wallet who uses the chat.
  public var invoiceID: InvoiceID?
  /// A payment order of that wallet.
  public var orderID: OrderID?
  /// A card of the chat, by its UUID.
  public var card: String?
  /// The wallet that has the invoice or order: its Ed25519 public key in base64url. Absent where any.
  public var provider: String?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(invoiceID: InvoiceID? = nil, orderID: OrderID? = nil, card: String? = nil, provider: String? = nil) {
    self.invoiceID = invoiceID
    self.orderID = orderID
    self.card = card
    self.provider = provider
  }

  /// The payment that a text names: `inv_…`, `ord_…` or the UUID of a card; nil where it is none of them.
  public init?(naming text: String, provider: String? = nil) {
    if text.utf8.starts(with: "inv_".utf8) {
      self.init(invoiceID: InvoiceID(rawValue: text), provider: provider)
    } else if text.utf8.starts(with: "ord_".utf8) {
      self.init(orderID: OrderID(rawValue: text), provider: provider)
    } else if let card = PaymentRequestID(text) {
      self.init(card: card.text)
    } else {
      return nil
    }
  }

  /// Whether it names one payment.
  public var isWellFormed: Bool {
    [invoiceID?.rawValue, orderID?.rawValue, card].compactMap(\.self).count == 1
  }
}
