import OwnerAPI
import TerminalUI

/// The line at the bottom, where the owner answers.
extension ConsoleModel {
  /// What is asked for now, and what was typed of it. Fits a line of the window where that is 40 wide or more.
  var prompt: String {
    switch mode {
    case .working: return style.text("…", .faint)
    case .typing(let field, let text):
      let words = words(for: field).first { DisplayWidth.columns($0) <= width - 10 } ?? words(for: field).last ?? ""
      let shown = hidesInput ? "" : String(text.suffix(max(8, width - DisplayWidth.columns(words) - 2)))
      return style.text(words, .strong) + shown
    case .choosing: return choosing
    }
  }

  /// Where lines are taken the prompt is printed when it changes.
  func ask() -> [Action] {
    guard !takesKeys, !onlyWatches, current != nil || isTyping else { return [] }
    return [.print([prompt])]
  }

  /// What was put off, in words.
  var later: String {
    questions.count == 1
      ? localized("1 question was put off; n shows it")
      : localized("\(questions.count) questions were put off; n shows them")
  }

  var isTyping: Bool { if case .typing = mode { true } else { false } }

  /// What is asked for, in fewer and fewer words.
  private func words(for field: Field) -> [String] {
    switch field {
    case .code: [localized("The six digits that the app shows: "), localized("The six digits: ")]
    case .always: [localized("Pay without asking up to (such as 1.5/week): "), localized("Up to (as 1.5/week): ")]
    case .denyAlways:
      [
        localized("Refuse all its payments in this currency from now on? y/n: "),
        localized("Refuse all from now on? y/n: "),
      ]
    case .pin: [localized("Your PIN: ")]
    }
  }

  private var choosing: String {
    guard isConnected else { return style.text(localized("waiting for payd …"), .faint) }
    let lock = isLocked == true ? localized("locked ") : ""
    let keys: [String]
    let facts: [String]
    if let question {
      keys = Self.keys(isPairing: question.view.payment == nil)
      facts = self.facts(of: question)
    } else {
      keys = questions.isEmpty ? [""] : [later, localized("\(questions.count) put off; n shows"), "n"]
      facts = [""]
    }
    // A line that is wider than the window would be printed once more each second. The keys are worth more than the facts.
    let fitting = keys.lazy.flatMap { keys in facts.lazy.map { (keys, $0) } }
      .first { keys, facts in DisplayWidth.columns(lock + keys + facts) + 3 < width }
    let (shownKeys, shownFacts) = fitting ?? (keys.last ?? "", "")
    let tone: TextStyle.Tone = question == nil ? .faint : .strong
    let space = shownKeys.isEmpty ? "" : " "
    return style.text(lock, .warning) + style.text(shownKeys, tone) + style.text(shownFacts, .faint) + space
      + "› "
  }

  /// The keys that answer, in fewer and fewer words.
  private static func keys(isPairing: Bool) -> [String] {
    isPairing
      ? [
        localized("a approve with the code  d deny  l later  ? help"), localized("a approve  d deny  l later  ?"),
        "a d l ?",
      ]
      : [
        localized("a approve  A always  d deny  D deny always  l later  ? help"),
        localized("a approve  A always  d deny  D never  l later  ?"),
        localized("a approve  d deny  l later  ?"), "a A d D l ?",
      ]
  }

  /// What is known of the questions beside the one at hand, and how long it waits, in fewer and fewer words.
  private func facts(of question: Question) -> [String] {
    let place = questions.firstIndex { $0.id == current }.map { $0 + 1 } ?? 1
    let count = questions.count > 1 ? "  \(place)/\(questions.count)" : ""
    let behind = question.view.payment?.behind ?? 0
    let left = takesKeys ? QuestionText(view: question.view, now: now).timeLeft.map { "  \($0)" } ?? "" : ""
    let more = behind > 0 ? [localized("  +\(behind) more of this app"), localized("  +\(behind) more")] : []
    return more.map { count + $0 + left } + [count + left, left, ""]
  }
}
