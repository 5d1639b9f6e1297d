package import PaymentsModel

/// Money that left or arrived without a question to the owner.
package struct MoneyMoved: Codable, Sendable, Equatable {
  /// What happened.
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// A payment was handed to the network that a limit of its app had approved.
    case paidUnasked = "paid_unasked"
    /// The amount of an invoice was seen.
    case arrived
    /// The amount of an invoice has the confirmations that were wanted.
    case settled
    /// Money for an invoice was taken back, or not confirmed in time.
    case takenBack = "taken_back"
  }

  /// What happened.
  package var kind: Kind
  /// The identifier of the payment order or the invoice.
  package var id: String
  /// The key of the app whose payment or invoice it is.
  package var key: AppKey
  /// What the owner sees the app called.
  package var app: String
  /// The code of the currency.
  package var currency: String
  /// What the recipient gets, or what has arrived.
  package var amount: DecimalAmount
  /// The recipient of a payment, or the address of the invoice.
  package var address: String
  /// How many others there were since the last that was told, which are not told one by one.
  package var others: Int?

  package init(
    kind: Kind, id: String, key: AppKey, app: String = "", currency: String, amount: DecimalAmount, address: String,
    others: Int? = nil
  ) {
    self.kind = kind
    self.id = id
    self.key = key
    self.app = app
    self.currency = currency
    self.amount = amount
    self.address = address
    self.others = others
  }
}
