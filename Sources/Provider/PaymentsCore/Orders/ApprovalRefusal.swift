/// The reason why an approval of an order had no effect.
package enum ApprovalRefusal: String, Sendable, Hashable, CaseIterable {
  /// The order does not wait for an approval: it was answered, has ended, or waits for a quote.
  case notAsked
  /// The approval names an outdated quote. The order has a new one or is about to get it.
  case staleQuote
  /// The approval is for other parameters than those of the order.
  case otherParams
  /// The approval has expired.
  case lapsed
}
