import PaymentsModel

extension Invoice {
  /// What is asked for, with the currency, such as `0.5 LTC`; `nil` if the payer decides.
  public var amountText: String? { amount?.text(in: currency) }
}
