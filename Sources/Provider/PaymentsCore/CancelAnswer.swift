/// The outcome of an app's request to cancel an invoice or an order.
package enum CancelAnswer: String, Sendable, Hashable {
  /// The invoice or order is cancelled, by this request or by an earlier one.
  case cancelled
  /// Cancelling is no longer possible: money was seen, the order was submitted, or it has already ended otherwise.
  case tooLate
}
