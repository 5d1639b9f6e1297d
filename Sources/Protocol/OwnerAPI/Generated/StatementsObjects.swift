// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import PaymentsAPI

/// What an app wants the owner to see.
package enum OpeningKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// A payment order.
  case paymentOrder = "payment_order"
  /// An invoice.
  case invoice
  /// All payments of the app.
  case payments
}

/// What an app wanted the owner to see.
package struct OpeningView: OwnerObject {
  /// The identifier of the opening, to finish it.
  package var openingID: String
  /// What the app is called.
  package var app: AppNames
  /// What is shown.
  package var kind: OpeningKind
  /// The scheme of the links that lead back to the app; a claim.
  package var callback: String?
  /// With `payment_order`: the order, as its app sees it.
  package var paymentOrder: PaymentOrder?
  /// With `payment_order`: the question about it, where it waits for the owner.
  package var question: OwnerQuestion?
  /// With `invoice`: the invoice, as its app sees it.
  package var invoice: Invoice?
  /// With `payments`: the newest orders of the app.
  package var paymentOrders: [PaymentOrder]?
  /// With `payments`: the newest invoices of the app.
  package var invoices: [Invoice]?

  package init(
    openingID: String, app: AppNames, kind: OpeningKind, callback: String? = nil, paymentOrder: PaymentOrder? = nil,
    question: OwnerQuestion? = nil, invoice: Invoice? = nil, paymentOrders: [PaymentOrder]? = nil,
    invoices: [Invoice]? = nil
  ) {
    (self.openingID, self.app, self.kind, self.callback) = (openingID, app, kind, callback)
    (self.paymentOrder, self.question, self.invoice, self.paymentOrders) = (
      paymentOrder, question, invoice, paymentOrders
    )
    self.invoices = invoices
  }
}
