import ChatPayments
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The text that tells this person the state of a card.
struct CardHeadline {
  /// The state in one word, for example pending, accepted or paid.
  let word: String
  /// An explanation of the state.
  let detail: String
  /// The confirmations, which change too often to be announced each time.
  let count: String?
  let tone: TextStyle.Tone
  /// The number of steps, out of four, that are done; `nil` if the card ended before the last one.
  let steps: Int?

  /// A drawing of the steps such as `●●○○`, or `✗` if the card ended before the last one.
  var track: String { steps.map { String(repeating: "●", count: $0) + String(repeating: "○", count: 4 - $0) } ?? "✗" }

  init(_ card: Card, names: CardNames, now: Timestamp) {
    let words = CardWords(card: card, names: names, now: now)
    switch card.state(now: now) {
    case .created: self.init(localized("Pending"), words.pending, tone: words.isAsked ? .warning : .plain, steps: 1)
    case .accepted:
      self.init(localized("Accepted"), words.accepted, tone: .strong, steps: 2)
    case .paid: self.init(localized("Paid"), words.paid, tone: .strong, steps: 3, count: words.confirmations)
    case .settled: self.init(words.settledWord, words.settled, tone: .good, steps: 4)
    case .declined: self.init(localized("Declined"), words.ended(by: card.other), tone: .bad, steps: nil)
    case .cancelled: self.init(localized("Cancelled"), words.ended(by: card.key.author), tone: .faint, steps: nil)
    case .expired: self.init(localized("Expired"), words.expired, tone: .faint, steps: nil)
    case .failed: self.init(localized("Failed"), words.failed, tone: .bad, steps: nil)
    }
  }

  private init(_ word: String, _ detail: String, tone: TextStyle.Tone, steps: Int?, count: String? = nil) {
    self.count = count
    self.word = word
    self.detail = detail
    self.tone = tone
    self.steps = steps
  }
}
