/// The outcome of an app's request to cancel an invoice or an order.
package enum CancelAnswer: String, Sendable, Hashable {
  /// The order or invoice is cancelled, now or since an earlier request.
  case cancelled
  /// Cancelling is no longer possible: money was seen, the order was submitted, or it has already ended otherwise.
  case tooLate
}
