import ArgumentParser
import PaymentsModel
import Platform
import TerminalUI
import Testing

@testable import payctl

/// Runs a command line against a scripted provider, with pipes for its streams.
struct Shell {
  struct Outcome {
    var status: TerminalUI.ExitStatus
    var output: String
    var error: String
  }

  /// Runs it to its end.
  static func run(_ arguments: [String], _ service: ScriptedService) async throws -> Outcome {
    try await withPipes { terminal in
      let isJSON = arguments.contains("--json")
      let reporter = FailureReporter(terminal: terminal, isJSON: isJSON, isInteractive: false)
      let command = try #require(
        try await Payctl.asyncParseAsRoot(AmountText.protectingNegativeNumbers(arguments)) as? any ClientCommand)
      do {
        try await command.run(in: context(terminal, isJSON: isJSON, service))
        return .ok
      } catch {
        return reporter.report(error)
      }
    }
  }

  static func context(_ terminal: Terminal, isJSON: Bool, _ service: ScriptedService) -> CommandContext {
    CommandContext(
      terminal: terminal, isJSON: isJSON, isInteractive: false, link: ProviderLink { _ in service }, names: KnownNames()
    )
  }

  /// Runs the whole program, where it ends before it connects.
  static func program(_ arguments: [String]) async throws -> Outcome {
    try await withPipes { await PayctlProgram(terminal: $0).run(arguments) }
  }

  static func withPipes(_ body: (Terminal) async throws -> TerminalUI.ExitStatus) async throws -> Outcome {
    var output: [Int32] = [-1, -1]
    var error: [Int32] = [-1, -1]
    try #require(pipe(&output) == 0 && pipe(&error) == 0)
    let status = try await body(Terminal(input: output[0], output: output[1], error: error[1], environment: [:]))
    close(output[1])
    close(error[1])
    return Outcome(status: status, output: readAll(output[0]), error: readAll(error[0]))
  }

  private static func readAll(_ descriptor: Int32) -> String {
    defer { close(descriptor) }
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += bytes[..<count]
    }
  }
}
