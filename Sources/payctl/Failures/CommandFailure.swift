import JSON
import TerminalUI

/// Why a command did not do what it was asked, in words for people and for programs.
struct CommandFailure: Error, Sendable {
  /// How the program ends.
  var status: ExitStatus
  /// The number of the specification, or the exit status where the failure arose here.
  var code: Int
  /// The stable word for programs.
  var reason: String
  /// One sentence: what is wrong.
  var message: String
  /// What to do next.
  var advice: String?
  /// What the provider said beside that.
  var data: JSONValue?

  init(
    _ status: ExitStatus, reason: String, _ message: String, advice: String? = nil, code: Int? = nil,
    data: JSONValue? = nil
  ) {
    self.status = status
    self.code = code ?? Int(status.rawValue)
    self.reason = reason
    self.message = message
    self.advice = advice
    self.data = data
  }

  /// The same failure with other advice.
  func advising(_ advice: String) -> CommandFailure {
    var copy = self
    copy.advice = advice
    return copy
  }

  /// The document for programs.
  var json: JSONValue {
    var error = JSONObject()
    error["code"] = .integer(code)
    error["reason"] = .string(reason)
    error["message"] = .string(message)
    error["data"] = data
    error["advice"] = advice.map(JSONValue.string)
    return .object(["error": .object(error)])
  }

  /// The lines for people, safe to show.
  var lines: [String] {
    let first = "payctl: " + SafeText(message).text
    return advice.map { [first, "  " + SafeText($0, limit: 2000).text] } ?? [first]
  }
}
