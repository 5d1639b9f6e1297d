package import JSON

/// Why a command did not do what it was asked, in words for people and for programs.
package struct CommandFailure: Error, Sendable {
  /// How the program ends.
  package var status: ExitStatus
  /// The number of the specification, or the exit status where the failure arose here.
  package var code: Int
  /// The stable word for programs.
  package var reason: String
  /// One sentence: what is wrong.
  package var message: String
  /// What to do next.
  package var advice: String?
  /// What the provider said beside that.
  package var data: JSONValue?

  /// A failure; its number is the exit status unless told.
  package init(
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

  /// The document for programs.
  package var json: JSONValue {
    var error = JSONObject()
    error["code"] = .integer(code)
    error["reason"] = .string(reason)
    error["message"] = .string(message)
    error["data"] = data
    error["advice"] = advice.map(JSONValue.string)
    return .object(["error": .object(error)])
  }

  /// The lines for people, safe to show.
  ///
  /// - Parameter program: who says it.
  package func lines(of program: String) -> [String] {
    let first = "\(program): " + SafeText(message).text
    return advice.map { [first, "  " + SafeText($0, limit: 2000).text] } ?? [first]
  }
}
