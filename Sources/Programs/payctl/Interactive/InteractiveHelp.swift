import ArgumentParser
import TerminalUI

/// The command `help` of the interactive mode.
struct InteractiveHelp {
  let terminal: Terminal

  /// Shows a list of all commands, or the help of one.
  func show(_ words: [String]) -> ExitStatus {
    guard let name = words.first else { return write(overview) }
    if let page = StatePage.lines(["help"] + words, width: terminal.width()) { return write(page) }
    guard let command = Payctl.command(named: name) else {
      let typed = SafeText(name, limit: 40).text
      let close = NearestWord.of(name, among: Payctl.commandNames)
      try? terminal.writeLines(
        [
          close.map { localized("There is no command \(typed). Is it \($0)? help lists them.") }
            ?? localized("There is no command \(typed). help lists them.")
        ], to: .error)
      return .usage
    }
    let text = HelpText.translated(Payctl.helpMessage(for: command, columns: terminal.width()))
    return write(
      text.replacing("payctl ", with: "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private var overview: [String] {
    var table = Table([.init("COMMAND"), .init("", overflow: .wrap)])
    for command in Payctl.commands {
      table.append([command.configuration.commandName ?? "", command.configuration.abstract])
    }
    table.append([
      "help [COMMAND], ?", localized("This list, or all about one command; help states: the words for states."),
    ])
    table.append(["history", localized("The lines that were typed before; the arrow keys bring them back.")])
    table.append(["!COMMAND", localized("Run a command of the shell, such as !payd questions.")])
    table.append(["quit", localized("Leave; so does Ctrl-D. Ctrl-C interrupts a wait or drops the line.")])
    return table.lines(for: terminal)
  }

  private func write(_ lines: [String]) -> ExitStatus {
    do {
      try terminal.writeLines(lines)
      return .ok
    } catch {
      return .ioError
    }
  }
}
