import PaymentsModel

extension PaymentReference {
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
