import ArgumentParser
import Consumer
import PaymentsAPI
import TerminalUI

/// The interactive mode. It runs the same commands without `payctl`, until Ctrl-D or `quit`.
struct InteractiveMode {
  private let context: CommandContext
  private let options: GlobalOptions
  private let interruption: Interruption

  /// Creates the interactive mode.
  ///
  /// - Parameter context: the context of the command line, whose connection is used for all commands.
  init(context: CommandContext, options: GlobalOptions, interruption: Interruption) {
    self.context = CommandContext(
      terminal: context.terminal, isJSON: options.json, isInteractive: true, link: context.link, names: context.names)
    self.options = options
    self.interruption = interruption
  }

  private var reporter: FailureReporter {
    FailureReporter(terminal: context.terminal, isJSON: options.json, isInteractive: true)
  }

  func run() async -> ExitStatus {
    let editor: LineEditor
    do {
      let names = context.names
      editor = try LineEditor(
        program: "payctl", terminal: context.terminal, history: HistoryLocation.file(options),
        complete: { CommandCompletion(names: names).candidates($0) })
    } catch {
      return reporter.report(error)
    }
    let status = await loop(editor)
    await context.link.close()
    return status
  }

  private func loop(_ editor: LineEditor) async -> ExitStatus {
    let feed = PromptEvents(context: context, editor: editor)
    defer { feed.stop() }
    if editor.isInteractive {
      editor.printAbove(localized("\(ProgramVersion.line(of: "payctl")). Type help for the commands, quit to leave."))
      // Connecting at once reports problems, or asks for pairing, before anything is typed.
      if await run(["connect"], feed) == .ok { await learnNames() }
    }
    // If no person types, the input is a script, which ends at its first failure like a shell with `set -e`.
    var status = ExitStatus.ok
    while true {
      let reading = Task { await editor.readLine(prompt: "payport> ") }
      interruption.onTermination { reading.cancel() }
      let input = await reading.value
      if reading.isCancelled { return .interrupted }
      switch input {
      case .cancelled: continue
      case .endOfInput: return editor.isInteractive ? .ok : status
      case .line(let line):
        if let command = ShellEscape.command(line) {
          status = await shell(command, feed)
          if status != .ok, !editor.isInteractive { return status }
          continue
        }
        guard let words = words(line) else {
          status = .usage
          if editor.isInteractive { continue } else { return status }
        }
        if words.isEmpty { continue }
        if words == ["quit"] || words == ["exit"] { return editor.isInteractive ? .ok : status }
        if words == ["history"] {
          status = showHistory()
          continue
        }
        status = await run(words, feed)
        if status != .ok, !editor.isInteractive { return status }
      }
    }
  }

  private func showHistory() -> ExitStatus {
    do {
      let typed = try HistoryLocation.file(options).load()
      try context.terminal.writeLines(typed.map { SafeText($0).text })
      return .ok
    } catch {
      return reporter.report(error)
    }
  }

  private func shell(_ command: String, _ feed: PromptEvents) async -> ExitStatus {
    feed.hold()
    defer { feed.release() }
    return await ShellEscape.run(command)
  }

  /// Learns the names that completion offers. If that fails, completion offers fewer names.
  private func learnNames() async {
    guard let service = try? await context.service() else { return }
    if let result = try? await service.call(ListCurrencies.self, .init()) {
      context.names.note(currencies: result.currencies)
    }
    if let result = try? await service.call(ListInvoiceRequests.self, .init()) {
      context.names.note(invoices: result.invoices)
    }
    if let result = try? await service.call(ListPaymentOrders.self, .init()) {
      context.names.note(orders: result.paymentOrders)
    }
  }

  private func words(_ line: String) -> [String]? {
    do {
      return try CommandWords(line).words
    } catch {
      _ = reporter.report(
        CommandFailure(
          .usage, reason: "usage", localized("A quote or a backslash at the end is not finished."), advice: nil))
      return nil
    }
  }

  private func run(_ words: [String], _ feed: PromptEvents) async -> ExitStatus {
    // People type the program's name out of habit.
    let words = words.first == "payctl" ? Array(words.dropFirst()) : words
    if words.first == "help" || words.first == "?" {
      return InteractiveHelp(terminal: context.terminal).show(Array(words.dropFirst()))
    }
    let arguments = ArgumentOrder.commandFirst(AmountText.protectingNegativeNumbers(words))
    // What programs read is English.
    guard arguments.contains("--json") || arguments.first == "agent" else { return await perform(arguments, feed) }
    return await Translation.$ofTask.withValue(Translation.none) { await perform(arguments, feed) }
  }

  private func perform(_ arguments: [String], _ feed: PromptEvents) async -> ExitStatus {
    if let unknown = UnknownCommand.failure(arguments) { return reporter.report(unknown) }
    let parsed: any ParsableCommand
    do {
      parsed = try await Payctl.asyncParseAsRoot(arguments)
    } catch {
      return reporter.reportParsing(error)
    }
    guard let command = parsed as? any ClientCommand else {
      return InteractiveHelp(terminal: context.terminal).show([])
    }
    let context = CommandContext(
      terminal: context.terminal, isJSON: options.json || command.options.json, isInteractive: true,
      link: context.link, names: context.names, waitsForPairing: command.waitsForPairing(context.terminal))
    feed.hold()
    defer { feed.release() }
    do {
      try await interruption.cancelling { try await command.run(in: context) }
      await feed.startIfConnected()
      return .ok
    } catch {
      return FailureReporter(terminal: context.terminal, isJSON: context.isJSON, isInteractive: true).report(error)
    }
  }
}

/// The location of the prompt's history, which is beside the app's own files.
enum HistoryLocation {
  static func file(_ options: GlobalOptions) -> HistoryFile {
    let folder = ConsumerService.directories(options).consumer(appID: ConsumerService.manifest.appID)
    return HistoryFile(path: folder + "/history")
  }
}
