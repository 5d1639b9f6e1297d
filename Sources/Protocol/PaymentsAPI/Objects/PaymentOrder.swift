import PaymentsModel

extension PaymentOrder {
  /// What the recipient gets, with the currency, such as `0.5 LTC`.
  public var amountText: String { amount.text(in: currency) }
  /// The amount and the fee, with the currency; `nil` while the fee is not known.
  public var totalText: String? { total?.text(in: currency) }
}
