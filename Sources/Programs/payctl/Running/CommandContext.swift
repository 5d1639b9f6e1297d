import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// What a command runs in.
struct CommandContext: Sendable {
  /// Where it writes.
  let terminal: Terminal
  /// Whether results are JSON.
  let isJSON: Bool
  /// Whether it was typed at the prompt of the interactive mode.
  let isInteractive: Bool
  /// The connection, made when it is first needed.
  let link: ProviderLink
  /// What is known for completion.
  let names: KnownNames

  /// The provider; connects, and pairs, if that is still to be done.
  func service() async throws -> any ProviderCalls {
    try await link.service(announcing: PairingAnnouncer(terminal: terminal, isJSON: isJSON))
  }

  /// Calls a method of the specification.
  func call<Method: PaymentsMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Result {
    try await service().call(method, params)
  }

  /// Writes a result: the object as it travelled, or lines for people.
  func show<Result: Encodable>(_ result: Result, _ lines: () throws -> [String]) throws {
    if isJSON {
      try writeJSON(String(decoding: JSONBytesEncoder().encode(result), as: UTF8.self))
    } else {
      try terminal.writeLines(lines())
    }
  }

  /// Writes a JSON document and a line end.
  func writeJSON(_ document: String) throws {
    try terminal.write(SafeJSON.text(document) + "\n")
  }

  /// Writes a remark for people on standard error; programs do not see it.
  func remark(_ text: String) throws {
    if !isJSON { try terminal.writeLines([text], to: .error) }
  }

  /// How a command is typed here, for advice.
  func command(_ text: String) -> String {
    isInteractive ? text : "payctl " + text
  }

  /// The same with a name that came from outside, which is one word to a shell whatever it holds.
  func command(_ text: String, _ name: String, _ rest: String = "") -> String {
    command(text) + " " + CommandWords.quoted(name) + (rest.isEmpty ? "" : " " + rest)
  }

  /// The present moment, for countdowns.
  func now() -> Timestamp { SystemWallClock().now() }
}
