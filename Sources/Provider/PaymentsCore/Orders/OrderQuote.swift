package import PaymentsModel

/// The fee that a wallet expected for a payment at a certain moment. An approval names the quote that was shown.
package struct OrderQuote: Sendable, Hashable {
  /// The expected network fee.
  package let fee: Amount
  /// When the wallet gave the quote.
  package let at: Timestamp

  /// Creates a quote.
  package init(fee: Amount, at: Timestamp) {
    self.fee = fee
    self.at = at
  }

  /// Whether the quote can still be relied on. A quote with a time in the future, which occurs after the clock was set
  /// back, is outdated if that time is `lifetime` or more ahead.
  package func isFresh(at now: Timestamp, lifetime: Duration) -> Bool {
    let age = now.since(at)
    return age < lifetime && age > .zero - lifetime
  }
}

extension OrderQuote: CustomStringConvertible, CustomDebugStringConvertible {
  /// The time of the quote. The fee does not appear in logs.
  package var description: String { "quote of \(at)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
