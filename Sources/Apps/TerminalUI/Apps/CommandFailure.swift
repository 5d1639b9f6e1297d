public import JSON

/// Why a command did not do what it was asked, in words for people and for programs.
public struct CommandFailure: Error, Sendable {
  /// How the program ends.
  public var status: ExitStatus
  /// The number of the specification, or the exit status where the failure arose here.
  public var code: Int
  /// The stable word for programs.
  public var reason: String
  /// One sentence: what is wrong.
  public var message: String
  /// What to do next.
  public var advice: String?
  /// What the provider said beside that.
  public var data: JSONValue?

  /// A failure; its number is the exit status unless told.
  public init(
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
  public func advising(_ advice: String) -> CommandFailure {
    var copy = self
    copy.advice = advice
    return copy
  }

  /// The document for programs.
  public var json: JSONValue {
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
  public func lines(of program: String) -> [String] {
    let first = "\(program): " + SafeText(message).text
    return advice.map { [first, "  " + SafeText($0, limit: 2000).text] } ?? [first]
  }
}
