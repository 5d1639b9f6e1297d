import ArgumentParser
import Consumer
import TerminalUI

/// The command `paychat` with all its subcommands.
struct Paychat: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paychat",
    abstract: localized("Chat with others on this machine, and settle payments in the chat."),
    discussion: """
      paychat relay NAME runs the chat's relay, once. Then each person opens it: paychat --as alice, paychat --as bob. \
      With --simplex PORT it is a client of SimpleX Chat instead (simplex-chat -p PORT).

      What you type is a message; what begins with a slash is a command, such as /request bob 0.5 XMR Pizza. /help lists \
      them. Payments go through your wallet's provider, payd; without one you can chat meanwhile.

      --script reads the lines from a file (- is standard input) and ends at the first that fails, with its status; \
      /wait N STATE waits for a card. Lines that begin with # are comments.

      With --plain, or TERM=dumb, nothing is coloured, drawn or redrawn; where the locale is not UTF-8, as with LC_ALL=C, all \
      that a terminal shows is ASCII. paychat help states explains the words for states.

      Exit status: 0 done; 64 wrong usage; 65 wrong data, or a card that will not come so far; 69 the relay is not there; \
      70 internal error; 74 reading or writing failed; 75 not in time; 76 the other side broke the protocol; 78 wrong \
      configuration; 130 interrupted.

      Folders: --state, else PAYPORT_STATE, else $XDG_STATE_HOME/payport, else ~/.local/state/payport; --runtime, else \
      PAYPORT_RUNTIME, else $XDG_RUNTIME_DIR/payport.
      """,
    version: ProgramVersion.line(of: "paychat"),
    subcommands: [
      ChatCommandLine.self, AgentCommand.self, RelayCommand.self, TillCommand.self, ForgetKeyCommand.self,
    ],
    defaultSubcommand: ChatCommandLine.self)
}

/// A command of the program, which runs with a terminal.
protocol TerminalCommand: ParsableCommand, Sendable {
  /// Runs the command and returns the exit status.
  func run(in terminal: Terminal) async throws -> TerminalUI.ExitStatus
}

/// The command `paychat forget-key --as alice --provider NAME`.
struct ForgetKeyCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget-key",
    abstract: localized("Forget a provider's key: only if its owner tells you that the provider was set up anew."))

  @OptionGroup var person: PersonOptions

  @Option(
    help: ArgumentHelp(
      localized("The identifier of another chat app, whose cards paychat agent keeps."), valueName: "id"))
  var app: String?

  @Option(help: ArgumentHelp(localized("Which provider."), valueName: "name"))
  var provider: String

  func run(in terminal: Terminal) async throws -> TerminalUI.ExitStatus {
    let app = try app ?? person.manifest().appID
    try await KnownProviders(appID: app, directories: person.folders.directories).forget(provider)
    try terminal.writeLines([localized("The key of \(SafeText(provider)) is forgotten.")])
    return .ok
  }
}
