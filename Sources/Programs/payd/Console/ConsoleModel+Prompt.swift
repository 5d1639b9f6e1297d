import OwnerAPI
import TerminalUI

/// The line at the bottom, where the owner answers.
extension ConsoleModel {
  /// What is asked for now, and what was typed of it. Fits a line of the window where that is 40 wide or more.
  var prompt: String {
    switch mode {
    case .working: return style.text("…", .faint)
    case .typing(let field, let text):
      let words = words(for: field)
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
      ? "1 question was put off; n shows it" : "\(questions.count) questions were put off; n shows them"
  }

  var isTyping: Bool { if case .typing = mode { true } else { false } }

  private func words(for field: Field) -> String {
    switch field {
    case .code: "The six digits that the app shows: "
    case .always: "Pay without asking up to (such as 1.5/week): "
    case .denyAlways: "Refuse all its payments in this currency from now on? y/n: "
    case .pin: "Your PIN: "
    }
  }

  private var choosing: String {
    guard isConnected else { return style.text("waiting for payd …", .faint) }
    let lock = isLocked == true ? style.text("locked ", .warning) : ""
    guard let question else {
      return lock + style.text(questions.isEmpty ? "› " : "\(later) › ", .faint)
    }
    let isPairing = question.view.payment == nil
    let long =
      isPairing
      ? "[a]pprove with code  [d]eny  [l]ater  [?]" : "[a]pprove  [A]lways  [d]eny  [D]eny always  [l]ater  [?]"
    let short = isPairing ? "a d l ?" : "a A d D l ?"
    var rest = ""
    if questions.count > 1, let place = questions.firstIndex(where: { $0.id == current }) {
      rest += "  \(place + 1)/\(questions.count)"
    }
    if let behind = question.view.payment?.behind, behind > 0 { rest += "  +\(behind) more of this app" }
    if takesKeys, let left = QuestionText(view: question.view, now: now).timeLeft { rest += "  \(left)" }
    let room = width - rest.count - (isLocked == true ? 7 : 0) - 4
    return lock + style.text(long.count <= room ? long : short, .strong) + style.text(rest, .faint) + " › "
  }
}
