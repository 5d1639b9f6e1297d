import ArgumentParser
import German
import KeyStorage
import TerminalUI

/// The provider beside the wallet, and the owner's console.
@main
struct Payd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payd",
    abstract: localized("Lets apps on this machine ask your wallet for invoices and payments, and asks you first."),
    discussion: """
      `payd run` is the daemon. The other commands are your console: they reach the running daemon through a socket that \
      only you can open.

      Folders: --state (PAYPORT_STATE, else $XDG_STATE_HOME/payport) holds the ledger and keys; --runtime \
      (PAYPORT_RUNTIME, else $XDG_RUNTIME_DIR/payport) holds what apps need to find the daemon.

      With --plain, or TERM=dumb, nothing is coloured, drawn or redrawn; where the locale is not UTF-8, as with LC_ALL=C, all \
      that a terminal shows is ASCII. payd help states explains the words for states.

      With --json an answer is one JSON document, and so is an error, on standard output: \
      {"error":{"code","reason","message","data"}}. code is -32000 and reason is of the owner's socket where the daemon \
      answered; where the error arose here, code is the exit status.

      Exit status: 0 done, 64 wrong usage, 65 not found or too late, or the ledger needs its owner, 69 the daemon is not running, 74 a file cannot be \
      read or written, 75 try again later, 77 not permitted, 78 wrong configuration.
      """,
    version: ProgramVersion.line(of: "payd"),
    subcommands: [
      Setup.self, Run.self, Stop.self, Check.self, Console.self, PageCommand.self, Questions.self, Approve.self,
      Deny.self, PaymentsCommand.self, HoldingsCommand.self, Receive.self, Abandon.self,
      Apps.self,
      ShowGrants.self,
      Grant.self, Limit.self, Quota.self, Rename.self, PayeeNamesCommand.self, Revoke.self, Sessions.self, Daemons.self,
      Lock.self,
      Unlock.self,
      Sends.self,
      Notify.self, Pin.self, ProviderKeyCommand.self, Status.self, MetricsCommand.self,
      OwnerStatementCommand.self, Audit.self, Open.self,
      Reload.self, BackupCommand.self, RestoreCommand.self, LedgerCommand.self, Announce.self, MessageCommand.self,
      Mock.self, OpenRPC.self,
    ])

  static func main() async {
    // PINs, passphrases and keys are in the memory of the console's commands too.
    ProcessHardening.keepCrashesQuiet()
    ProcessHardening.forbidTracing()
    Terminal.ignoreBrokenPipes()
    do {
      let arguments = Terminal.takePlainOption(from: Array(CommandLine.arguments.dropFirst()))
      Translation.use(Terminal.standard.locale.translation(for: arguments, except: ["run"]))
      if let page = StatePage.lines(arguments, width: Terminal.standard.width()) {
        return try Terminal.standard.writeLines(page)
      }
      if let mistyped = MistypedCommand.failure(arguments, of: Payd.self) { throw OwnerConsole.fail(mistyped) }
      var command = try parseAsRoot(KeyArguments.marked(arguments))
      if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
    } catch {
      OwnerConsole.exit(for: error)
    }
  }
}
