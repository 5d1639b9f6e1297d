import ArgumentParser
import TerminalUI

/// The command `payctl` with all its subcommands.
struct Payctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payctl",
    abstract: localized("Ask a wallet on this machine for addresses, invoices and payments."),
    discussion: """
      Without a command it is interactive: the same commands without `payctl`, with completion and history.

      The wallet's provider, payd, must run as the same user. The first connection shows six digits that the owner \
      types at the owner's console: payd approve --code DIGITS.

      With --plain, or TERM=dumb, nothing is coloured, drawn or redrawn; where the locale is not UTF-8, as with LC_ALL=C, all \
      that a terminal shows is ASCII. payctl help states explains the words for states.

      With --json each result is one JSON document on one line of standard output, the object that travelled on the \
      wire; events are one document a line. An error is {"error":{"code","reason","message","data","advice"}} there: code, \
      reason and data as in the specification, or as code the exit status where the error arose here. Progress, the pairing code and \
      request ids of payments under way go to standard error.

      Exit status: 0 done; 64 wrong usage; 65 wrong data (amount, address, identifier, or too late for it); \
      69 the provider or its wallet cannot be reached; 70 internal error; 74 reading or writing failed; \
      75 not now, try the same again; 76 the other side broke the protocol or is not who it was; 77 the owner, or a \
      rule of the owner's, does not permit it; 78 wrong configuration; 130 interrupted by Ctrl-C.

      Folders: --state, else PAYPORT_STATE, else $XDG_STATE_HOME/payport, else ~/.local/state/payport; --runtime, else \
      PAYPORT_RUNTIME, else $XDG_RUNTIME_DIR/payport.

      The app's key: --keys, else PAYPORT_KEYS, says how it must be kept (file or libsecret). The passphrase of a sealed \
      one comes from --passphrase-file, else PAYPORT_PASSPHRASE_FILE, else the terminal.
      """,
    version: ProgramVersion.line(of: "payctl"),
    subcommands: commands)

  /// All commands, in the order in which the help lists them.
  static let commands: [any ClientCommand.Type] = [
    ConnectCommand.self, SessionCommand.self, DisconnectCommand.self,
    ServicesCommand.self, ServiceCommand.self,
    CurrenciesCommand.self, RangeCommand.self, BalanceCommand.self,
    AddressesCommand.self, NewAddressCommand.self,
    InvoiceCommand.self, InvoiceStatusCommand.self, InvoicesCommand.self, TransfersCommand.self,
    CancelInvoiceCommand.self,
    PayCommand.self, URICommand.self, OrderStatusCommand.self, OrdersCommand.self, CancelOrderCommand.self,
    ProveCommand.self, VerifyProofCommand.self,
    StatementCommand.self, DocumentCommand.self, EventsCommand.self, CallCommand.self, KeyCommand.self,
    ViewCommand.self, OpenCommand.self, LinksCommand.self, PaymentsAgentCommand.self,
  ]

  /// The names of the commands.
  static var commandNames: [String] {
    commands.compactMap { command in command.configuration.commandName }
  }

  /// Returns the command with a name.
  static func command(named name: String) -> (any ClientCommand.Type)? {
    commands.first { command in command.configuration.commandName == name }
  }

  @OptionGroup var options: GlobalOptions
}
