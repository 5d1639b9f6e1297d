/// Why a yes to an order had no effect.
package enum ApprovalRefusal: String, Sendable, Hashable, CaseIterable {
  /// The order does not wait for an answer: it was answered, has ended, or its quote is being asked for.
  case notAsked
  /// The yes names a quote that is out of date; the order has another one, or gets one.
  case staleQuote
  /// The yes is to other parameters.
  case otherParams
  /// The time of the yes is over.
  case lapsed
}
