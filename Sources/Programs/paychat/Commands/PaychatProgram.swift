import ArgumentParser
import TerminalUI

/// Runs a command line and returns the exit status.
struct PaychatProgram {
  let terminal: Terminal

  /// Parses the arguments, which do not include the program's name, and runs them.
  func run(_ arguments: [String]) async -> TerminalUI.ExitStatus {
    if let page = StatePage.lines(arguments, width: terminal.width()) {
      try? terminal.writeLines(page)
      return .ok
    }
    if let mistyped = MistypedCommand.failure(arguments, of: Paychat.self) {
      return Self.report(mistyped, on: terminal)
    }
    var parsed: any ParsableCommand
    do {
      parsed = try Paychat.parseAsRoot(arguments)
      guard let command = parsed as? any TerminalCommand else {
        // The parser's own commands, such as `help`, print by throwing an error.
        try parsed.run()
        return .ok
      }
      return try await command.run(in: terminal)
    } catch let failure as CommandFailure {
      return Self.report(failure, on: terminal)
    } catch {
      guard Self.isOfParser(error) else { return Self.report(ChatFailureText.failure(for: error), on: terminal) }
      let isSuccess = Paychat.exitCode(for: error).isSuccess
      // If this cannot be written, there is nobody to report it to.
      try? terminal.writeUsage(HelpText.translated(Paychat.fullMessage(for: error)), to: isSuccess ? .output : .error)
      return isSuccess ? .ok : .usage
    }
  }

  /// Writes the reason why the program ends to standard error.
  static func report(_ failure: CommandFailure, on terminal: Terminal) -> TerminalUI.ExitStatus {
    try? terminal.writeParagraphs(failure.lines(of: "paychat"), to: .error)
    return failure.status
  }

  private static func isOfParser(_ error: any Error) -> Bool {
    Paychat.exitCode(for: error) == .validationFailure || Paychat.exitCode(for: error).isSuccess
  }
}
