/// What a request to cancel led to.
package enum CancelAnswer: String, Sendable, Hashable {
  /// The order or invoice is cancelled, now or since an earlier request.
  case cancelled
  /// It can no longer be cancelled: money was seen, it was submitted, or it has already ended otherwise.
  case tooLate
}
