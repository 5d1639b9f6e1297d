import PaymentsModel

/// Keeps an answer from reaching a question that nobody can have read: a key counts only when its question has stood
/// unchanged for half a second, and no key was passed over for as long. A key that is held down, text that was pasted, and
/// keys that were meant for the question before therefore answer nothing, however long they go on.
///
/// A pure value: the caller tells what is shown and when a key came.
struct ReadingPause: Sendable, Hashable {
  /// How long a question stands before it can be answered, and how long the keyboard rests before it can.
  static let length = Duration.milliseconds(500)
  /// How long after an answer the next one counts at the earliest. A key that is held down begins to repeat only after
  /// two thirds of a second as a rule, when the next question may have stood for half a second already.
  static let afterAnswer = Duration.milliseconds(1200)

  /// What is shown: the question, and what of it a yes would be bound to.
  private var shown = ""
  private var restsSince: Timestamp?
  private var answeredAt: Timestamp?
  /// Whether the owner was told that keys were passed over.
  private(set) var hasPassedOver = false

  /// Notes what is shown from now on. The same again changes nothing.
  mutating func show(_ content: String, at now: Timestamp) {
    guard shown != content else { return }
    shown = content
    restsSince = now
    hasPassedOver = false
  }

  /// Returns whether an answer that is typed now counts. One that does not begins the pause anew.
  mutating func takesAnswer(at now: Timestamp) -> Bool {
    // A clock that was set back begins the pause anew, too.
    let isAfterAnswer = answeredAt.map { now < $0 || now.since($0) >= Self.afterAnswer } ?? true
    if isAfterAnswer, let restsSince, now >= restsSince, now.since(restsSince) >= Self.length {
      answeredAt = now
      return true
    }
    restsSince = now
    hasPassedOver = true
    return false
  }
}
