import ArgumentParser
import TerminalUI

/// Runs a command line or the interactive mode, and returns the exit status.
struct PayctlProgram {
  let terminal: Terminal

  /// Parses the arguments, which do not include the program's name, and runs them.
  func run(_ arguments: [String]) async -> ExitStatus {
    let arguments = ArgumentOrder.commandFirst(AmountText.protectingNegativeNumbers(arguments))
    if let page = StatePage.lines(arguments, width: terminal.width()) {
      try? terminal.writeLines(page)
      return .ok
    }
    let reporter = FailureReporter(terminal: terminal, isJSON: arguments.contains("--json"), isInteractive: false)
    if let unknown = UnknownCommand.failure(arguments) { return reporter.report(unknown) }
    let parsed: any ParsableCommand
    do {
      parsed = try await Payctl.asyncParseAsRoot(arguments)
    } catch {
      return reporter.reportParsing(error)
    }
    if let command = parsed as? any ClientCommand {
      let context = context(command.options, waiting: command.waitsForPairing(terminal))
      let interruption = Interruption(endsAtSecond: true)
      let status: ExitStatus
      do {
        try await interruption.cancelling { try await command.run(in: context) }
        status = .ok
      } catch {
        status = reporter.report(error)
      }
      await context.link.close()
      return status
    }
    if let root = parsed as? Payctl {
      let interruption = Interruption(endsAtSecond: false)
      return await InteractiveMode(
        context: context(root.options, waiting: true), options: root.options, interruption: interruption
      )
      .run()
    }
    // The parser's own commands, such as `help`, print by throwing an error.
    do {
      var command = parsed
      try command.run()
      return .ok
    } catch {
      return reporter.reportParsing(error)
    }
  }

  private func context(_ options: GlobalOptions, waiting: Bool) -> CommandContext {
    CommandContext(
      terminal: terminal, isJSON: options.json, isInteractive: false,
      link: ProviderLink { announcer in try await ConsumerService.open(options, announcer) }, names: KnownNames(),
      waitsForPairing: waiting)
  }
}
