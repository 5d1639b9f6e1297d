package import JSON

/// Why a command was not carried out, for people and for programs.
package struct CommandFailure: Error, Sendable {
  /// The exit status of the program.
  package var status: ExitStatus
  /// The error code of the specification, or the exit status if the failure did not come from the provider.
  package var code: Int
  /// A stable word that identifies the failure for programs.
  package var reason: String
  /// A sentence that tells what is wrong.
  package var message: String
  /// Advice on what to do next.
  package var advice: String?
  /// Additional data from the provider.
  package var data: JSONValue?

  /// Creates a failure. By default its code is the exit status.
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

  /// The failure as JSON, for programs.
  package var json: JSONValue {
    var error = JSONObject()
    error["code"] = .integer(code)
    error["reason"] = .string(reason)
    error["message"] = .string(message)
    error["data"] = data
    error["advice"] = advice.map(JSONValue.string)
    return .object(["error": .object(error)])
  }

  /// Returns the failure as lines for people, made safe to show.
  ///
  /// - Parameter program: the name of the program.
  package func lines(of program: String) -> [String] {
    let first = "\(program): " + SafeText(message).text
    return advice.map { [first, "  " + SafeText($0, limit: 2000).text] } ?? [first]
  }
}
