package import PaymentsModel

/// What a wallet expected a payment to cost, at a moment. A yes to an order names the quote that was shown.
package struct OrderQuote: Sendable, Hashable {
  /// The network fee expected.
  package let fee: Amount
  /// When the wallet said so.
  package let at: Timestamp

  /// A quote.
  package init(fee: Amount, at: Timestamp) {
    self.fee = fee
    self.at = at
  }

  /// Whether it is still to be relied on. One from the future, as after the clock was set back, is out of date as soon
  /// as it is that far ahead.
  package func isFresh(at now: Timestamp, lifetime: Duration) -> Bool {
    let age = now.since(at)
    return age < lifetime && age > .zero - lifetime
  }
}

extension OrderQuote: CustomStringConvertible, CustomDebugStringConvertible {
  /// The moment; the fee does not appear in logs.
  package var description: String { "quote of \(at)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
