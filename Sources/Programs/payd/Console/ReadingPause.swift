/// Keeps an answer from reaching a question that nobody can have read: a key counts only when its question has stood
/// unchanged for half a second, and no key was passed over for as long. A key that is held down, text that was pasted, and
/// keys that were meant for the question before therefore answer nothing, however long they go on.
///
/// A pure value: the caller tells when something was drawn, and when a key was read from the terminal. What the program does
/// in between, and how long it takes for it, changes nothing.
struct ReadingPause: Sendable, Hashable {
  /// How long a question stands before it can be answered, and how long the keyboard rests before it can.
  static let length = Duration.milliseconds(500)
  /// How long after an answer the next one counts at the earliest. A key that is held down begins to repeat only after
  /// two thirds of a second as a rule, when the next question may have stood for half a second already.
  static let afterAnswer = Duration.milliseconds(1200)

  /// What is shown: the question, and what of it a yes would be bound to.
  private var shown = ""
  private var restsSince: ContinuousClock.Instant?
  private var answeredAt: ContinuousClock.Instant?
  /// Whether the owner was told that keys were passed over.
  private(set) var hasPassedOver = false

  /// Notes what was drawn, once it is on the screen. The same again changes nothing.
  mutating func show(_ content: String, at moment: ContinuousClock.Instant) {
    guard shown != content else { return }
    shown = content
    restsSince = moment
    hasPassedOver = false
  }

  /// Returns whether an answer counts that was read from the terminal at this moment. One that does not begins the pause
  /// anew.
  mutating func takesAnswer(readAt moment: ContinuousClock.Instant) -> Bool {
    let isAfterAnswer = answeredAt.map { moment - $0 >= Self.afterAnswer } ?? true
    if isAfterAnswer, let restsSince, moment - restsSince >= Self.length {
      answeredAt = moment
      return true
    }
    restsSince = restsSince.map { max($0, moment) } ?? moment
    hasPassedOver = true
    return false
  }
}
