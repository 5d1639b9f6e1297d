import ArgumentParser
import Consumer
package import DesktopLinks
package import JSON
import KeyStorage
package import PaymentsAPI

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
    let first = "\(program): " + SafeText(message, limit: 2000).text
    return advice.map { [first, "  " + SafeText($0, limit: 2000).text] } ?? [first]
  }
}

/// The properties of a program that its failures mention.
package struct TerminalApp: Sendable {
  /// The program's name.
  package let name: String
  /// The command that forgets a provider's key. `--provider NAME` is appended to it.
  package let forgetKey: String
  /// Returns advice for an answer of the provider; `nil` if nothing can be done.
  package let advice: @Sendable (FailureReason) -> String?

  /// Creates the properties of a program.
  package init(name: String, forgetKey: String, advice: @escaping @Sendable (FailureReason) -> String?) {
    self.name = name
    self.forgetKey = forgetKey
    self.advice = advice
  }

  /// Returns the failure to report for an error that any program can meet.
  package func failure(for error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let failure as DiscoveryError: failure.commandFailure(of: self)
    case let failure as PairingError: failure.commandFailure(of: self)
    case let failure as ConnectionError: failure.commandFailure
    case let failure as AppStateError: failure.commandFailure(of: self)
    case let failure as KeyStoreError: failure.commandFailure(of: self)
    case let failure as DesktopLinkError: failure.commandFailure
    case let failure as TerminalError:
      CommandFailure(.ioError, reason: "terminal", localized("The terminal failed: \(failure)."))
    case let failure as ValidationError: CommandFailure(.usage, reason: "usage", failure.message)
    case is CancellationError: .interrupted
    default: CommandFailure(.software, reason: "internal", localized("Unexpected: \(type(of: error))."))
    }
  }
}

extension CommandFailure {
  /// The failure to report after Ctrl-C.
  package static var interrupted: CommandFailure {
    CommandFailure(.interrupted, reason: "interrupted", localized("Interrupted."))
  }
}

extension DesktopLinkError {
  /// The failure to report if the desktop could not open or install a link.
  package var commandFailure: CommandFailure {
    switch self {
    case .missing(let program):
      CommandFailure(
        .unavailable, reason: "no_desktop", localized("The program \(program) is not installed."),
        advice: localized("On Debian it is in the package xdg-utils."))
    case .failed(let program, let status):
      CommandFailure(.unavailable, reason: "desktop_failed", localized("\(program) failed with status \(status)."))
    case .file(let path):
      CommandFailure(.ioError, reason: "file", localized("The file \(path) cannot be written or removed."))
    case .unusableProgram(let path):
      CommandFailure(
        .config, reason: "unusable_path", localized("The path \(path) cannot stand in a desktop entry."),
        advice: localized("Move the program to a folder with a plain name."))
    case .unsupported:
      CommandFailure(.unavailable, reason: "unsupported", localized("This system has no desktop entries."))
    }
  }
}
