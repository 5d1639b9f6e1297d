import ArgumentParser
import JSON
import OwnerAPI
import OwnerSocket
import PaymentsAPI
import Provider
import RPCRuntime
import TerminalUI

/// Asking the daemon of these folders. What goes wrong is said, and thrown as the exit status.
extension FolderOptions {
  func ask<Method: OwnerMethod>(_ method: Method.Type, _ params: Method.Params) throws -> Method.Result {
    do throws(OwnerFailure) {
      return try OwnerSocketClient(path: directories.ownerSocket).call(method, params)
    } catch {
      throw OwnerConsole.fail(error)
    }
  }

  func ask<Method: OwnerMethod>(_ method: Method.Type) throws -> Method.Result where Method.Params == OwnerNothing {
    try ask(method, OwnerNothing())
  }

  /// Asks for something that may need the owner's PIN: taken from the file that the options name, or asked for at the
  /// terminal once the daemon wants it.
  func ask<Method: OwnerMethod>(
    _ method: Method.Type, _ params: Method.Params, pin: PinOptions
  ) throws -> Method.Result where Method.Params: PinParams {
    var params = params
    if let given = try pin.given() { params.pin = given }
    do throws(OwnerFailure) {
      return try OwnerSocketClient(path: directories.ownerSocket).call(method, params)
    } catch {
      guard error.reason == .pinRequired, let typed = try PinOptions.ask(localized("Your PIN: ")) else {
        throw OwnerConsole.fail(error)
      }
      params.pin = typed
      return try ask(method, params)
    }
  }
}

extension OutputOptions {
  /// Prints an answer: the whole for programs, by the given lines for people.
  func show<Answer: Encodable>(_ answer: Answer, _ lines: (Answer, Terminal) -> [String]) throws {
    let terminal = Terminal.standard
    try terminal.writeLines(json ? [try OwnerConsole.text(of: answer)] : lines(answer, terminal))
  }
}

/// What the owner's commands say to programs and people, above all when something goes wrong.
enum OwnerConsole {
  /// An answer as JSON, safe for a terminal.
  static func text(of answer: some Encodable) throws -> String {
    SafeJSON.text(String(decoding: try JSONBytesEncoder().encode(answer), as: UTF8.self))
  }

  /// The scopes that the owner named.
  static func scopes(_ texts: [Substring]) throws -> [Scope] {
    try texts.map { text in
      guard let scope = Scope(rawValue: String(text)) else {
        let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
        throw fail(localized("there is no scope \(text); known are \(known)"), .usage)
      }
      return scope
    }
  }

  /// Whether the command line asks for JSON, so that what goes wrong is JSON too.
  static let isJSON = CommandLine.arguments.prefix { $0 != "--" }.contains("--json")

  /// Says what went wrong; throw the result.
  static func fail(_ message: String, _ status: ExitStatus) -> ExitCode {
    fail(CommandFailure(status, reason: status.reason, message))
  }

  static func fail(_ failure: OwnerFailure) -> ExitCode {
    fail(
      CommandFailure(
        failure.exitStatus, reason: failure.reason.rawValue, failure.words, code: failure.wireCode,
        data: failure.wireData))
  }

  static func fail(_ failure: CommandFailure) -> ExitCode {
    // Nothing better can be done where the stream is gone.
    if isJSON {
      try? Terminal.standard.write(SafeJSON.text(failure.json.text()) + "\n")
    } else {
      try? Terminal.standard.writeParagraphs(failure.lines(of: "payd"), to: .error)
    }
    return ExitCode(failure.status.rawValue)
  }

  /// Ends the program for what a command or the parser of arguments threw.
  static func exit(for error: any Error) -> Never {
    switch error {
    // Whoever reads the output has closed it, and has everything that it wanted.
    case TerminalError.closed: Payd.exit(withError: ExitCode.success)
    case let error as TerminalError:
      Payd.exit(withError: fail(localized("the output cannot be written: \(error)"), .ioError))
    case is ExitCode: Payd.exit(withError: error)
    default:
      let code = Payd.exitCode(for: error)
      if isJSON, !code.isSuccess {
        Payd.exit(withError: fail(CommandFailure(.usage, reason: "usage", Payd.message(for: error))))
      }
      try? Terminal.standard.writeUsage(
        HelpText.translated(Payd.fullMessage(for: error)), to: code.isSuccess ? .output : .error)
      Payd.exit(withError: code)
    }
  }
}

extension ExitStatus {
  /// The word by which programs read a failure that arose in this program.
  fileprivate var reason: String {
    switch self {
    case .ok: "ok"
    case .usage: "usage"
    case .dataError: "data_error"
    case .unavailable: "unavailable"
    case .software: "internal"
    case .osError: "system"
    case .ioError: "file"
    case .tryAgain: "try_again"
    case .protocolError: "protocol"
    case .notPermitted: "not_permitted"
    case .config: "config"
    case .interrupted: "interrupted"
    }
  }
}
