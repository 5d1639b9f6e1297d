import TerminalUI

/// What `payd check` has found, in the order in which it looked.
struct CheckReport: Encodable {
  /// How bad a finding is.
  enum Grade: String, Encodable {
    case ok
    /// Something may not work as its owner expects.
    case warning
    /// payd or a part of it does not work, or others can read a secret.
    case failure
  }

  /// What was found about one subject.
  struct Line: Encodable {
    var result: Grade
    var subject: String
    var text: String
    /// What to type or edit; `nil` if there is nothing to do.
    var advice: String?
  }

  private(set) var checks: [Line] = []

  private enum CodingKeys: String, CodingKey { case result, checks }

  /// Whether any check has failed.
  var hasFailed: Bool { checks.contains { $0.result == .failure } }

  mutating func add(_ grade: Grade, on subject: String, _ text: String, advice: String? = nil) {
    checks.append(Line(result: grade, subject: subject, text: text, advice: advice))
  }

  /// The worst result, and all of them.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let worst: Grade = hasFailed ? .failure : checks.contains { $0.result == .warning } ? .warning : .ok
    try container.encode(worst, forKey: .result)
    try container.encode(checks, forKey: .checks)
  }

  /// A paragraph for each check: the result in a column of its own, then what was found, then what to do.
  func lines(for terminal: Terminal) -> [String] {
    let style = TextStyle(isEnabled: terminal.allowsColor())
    let margin = 9
    let room = max(20, terminal.width() - margin)
    return checks.flatMap { check -> [String] in
      let tone: TextStyle.Tone =
        switch check.result {
        case .ok: .good
        case .warning: .warning
        case .failure: .bad
        }
      let grade = check.result.rawValue
      let head = style.text(grade, tone) + String(repeating: " ", count: margin - grade.utf8.count)
      let space = String(repeating: " ", count: margin)
      let text = TableLayout.wrapped(ApprovalText.safe("\(check.subject): \(check.text)"), columns: room)
      // Advice is payd's own words, of which a command to type stands on a line of its own.
      let advice = (check.advice ?? "").unicodeScalars.split(separator: "\n").flatMap {
        TableLayout.wrapped(ApprovalText.safe(String($0)), columns: room)
      }
      return text.enumerated().map { ($0 == 0 ? head : space) + $1 } + advice.map { space + $0 }
    }
  }
}
