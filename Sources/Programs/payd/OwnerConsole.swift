import ArgumentParser
import JSON
import OwnerAPI
import OwnerSocket
import PaymentsAPI
import Provider
import TerminalUI

/// What every command of the owner does: ask the daemon, show the answer, or say what went wrong.
enum OwnerConsole {
  static func ask<Method: OwnerMethod>(
    _ method: Method.Type, _ params: Method.Params, _ folders: FolderOptions
  ) throws -> Method.Result {
    do throws(OwnerFailure) {
      return try OwnerSocketClient(path: folders.directories.ownerDoor).call(method, params)
    } catch {
      throw fail(error)
    }
  }

  static func ask<Method: OwnerMethod>(
    _ method: Method.Type, _ folders: FolderOptions
  ) throws -> Method.Result where Method.Params == OwnerNothing {
    try ask(method, OwnerNothing(), folders)
  }

  /// Asks for something that may need the owner's PIN: taken from the file that the options name, or asked for at the
  /// terminal once the daemon wants it.
  static func ask<Method: OwnerMethod>(
    _ method: Method.Type, _ params: Method.Params, _ folders: FolderOptions, pin: PinOptions
  ) throws -> Method.Result where Method.Params: PinParams {
    var params = params
    if let given = try pin.given() { params.pin = given }
    do throws(OwnerFailure) {
      return try OwnerSocketClient(path: folders.directories.ownerDoor).call(method, params)
    } catch {
      guard error.reason == .pinRequired, let typed = try PinOptions.ask("Your PIN: ") else { throw fail(error) }
      params.pin = typed
      return try ask(method, params, folders)
    }
  }

  /// Prints the answer: the whole for programs, by the given lines for people.
  static func show<Answer: Encodable>(
    _ answer: Answer, json: Bool, _ lines: (Answer, Terminal) -> [String]
  ) throws {
    let terminal = Terminal.standard
    try terminal.writeLines(json ? [try text(of: answer)] : lines(answer, terminal))
  }

  /// An answer as JSON, safe for a terminal.
  static func text(of answer: some Encodable) throws -> String {
    SafeJSON.text(String(decoding: try JSONBytesEncoder().encode(answer), as: UTF8.self))
  }

  /// The scopes that the owner named.
  static func scopes(_ texts: [Substring]) throws -> [Scope] {
    try texts.map { text in
      guard let scope = Scope(rawValue: String(text)) else {
        let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
        throw fail("there is no scope \(text); known are \(known)", .usage)
      }
      return scope
    }
  }

  /// Says what went wrong; throw the result.
  static func fail(_ message: String, _ status: ExitStatus) -> ExitCode {
    // Nothing better can be done where standard error is gone.
    try? Terminal.standard.write("payd: \(message)\n", to: .error)
    return ExitCode(status.rawValue)
  }

  static func fail(_ failure: OwnerFailure) -> ExitCode { fail(failure.words, failure.exitStatus) }
}
