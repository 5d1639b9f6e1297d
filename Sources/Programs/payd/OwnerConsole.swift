import ArgumentParser
import JSON
import OwnerSocket
import Provider
import TerminalUI

/// What every command of the owner does: ask the daemon, show the answer, or say what went wrong.
enum OwnerConsole {
  static func ask(_ method: String, _ params: JSONValue = [:], _ folders: FolderOptions) throws -> JSONValue {
    do throws(OwnerFailure) {
      return try call(method, params, folders)
    } catch {
      throw fail(error)
    }
  }

  /// Asks for something that may need the owner's PIN: taken from the file that the options name, or asked for at the
  /// terminal once the daemon wants it.
  static func ask(
    _ method: String, _ params: JSONObject, _ folders: FolderOptions, pin: PinOptions
  ) throws -> JSONValue {
    var params = params
    if let given = try pin.given() { params["pin"] = .string(given) }
    do throws(OwnerFailure) {
      return try call(method, .object(params), folders)
    } catch {
      guard error.reason == .pinRequired, let typed = try PinOptions.ask("Your PIN: ") else { throw fail(error) }
      params["pin"] = .string(typed)
      return try ask(method, .object(params), folders)
    }
  }

  /// Prints the answer: the whole for programs, by the given lines for people.
  static func show(_ answer: JSONValue, json: Bool, _ lines: (JSONValue, Terminal) -> [String]) throws {
    let terminal = Terminal.standard
    try terminal.writeLines(json ? [SafeJSON.text(answer.text())] : lines(answer, terminal))
  }

  /// Says what went wrong; throw the result.
  static func fail(_ message: String, _ status: ExitStatus) -> ExitCode {
    // Nothing better can be done where standard error is gone.
    try? Terminal.standard.write("payd: \(message)\n", to: .error)
    return ExitCode(status.rawValue)
  }

  static func fail(_ failure: OwnerFailure) -> ExitCode {
    fail(failure.message, status(failure.reason))
  }

  private static func call(
    _ method: String, _ params: JSONValue, _ folders: FolderOptions
  ) throws(OwnerFailure) -> JSONValue {
    try OwnerSocketClient(path: folders.directories.ownerDoor).call(method, params)
  }

  private static func status(_ reason: OwnerFailure.Reason) -> ExitStatus {
    switch reason {
    case .usage: .usage
    case .notFound, .conflict: .dataError
    case .wrongCode, .locked, .pinRequired, .wrongPin, .overLimit: .notPermitted
    case .walletLocked: .tryAgain
    case .unavailable: .unavailable
    case .internalError: .software
    }
  }
}
