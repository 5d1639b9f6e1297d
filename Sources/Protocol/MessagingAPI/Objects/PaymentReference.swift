public import PaymentsAPI
public import PaymentsModel

/// A payment that identifies a person: exactly one of `invoiceID`, `orderID` and `card` is set.
public struct PaymentReference: WireObject {
  /// An invoice in the wallet of the chat's user.
  public var invoiceID: InvoiceID?
  /// A payment order of that wallet.
  public var orderID: OrderID?
  /// The UUID of a card in the chat.
  public var card: String?
  /// The wallet that has the invoice or order, by its Ed25519 public key in base64url; absent for any wallet.
  public var provider: String?

  /// Makes a value from all members; optional members default to nil.
  public init(invoiceID: InvoiceID? = nil, orderID: OrderID? = nil, card: String? = nil, provider: String? = nil) {
    self.invoiceID = invoiceID
    self.orderID = orderID
    self.card = card
    self.provider = provider
  }

  /// Parses a reference: `inv_…`, `ord_…` or the UUID of a card; nil if the text is none of these.
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

  /// Whether it refers to exactly one payment.
  public var isWellFormed: Bool {
    [invoiceID?.rawValue, orderID?.rawValue, card].compactMap(\.self).count == 1
  }
}
