import ArgumentParser
import KeyStorage
import TerminalUI

/// The provider beside the wallet, and the owner's console.
@main
struct Payd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payd",
    abstract: "Lets apps on this machine ask your wallet for invoices and payments, and asks you first.",
    discussion: """
      `payd run` is the daemon. The other commands are your console: they reach the running daemon through a socket that \
      only you can open.

      Folders: --state (PAYPORT_STATE, else $XDG_STATE_HOME/payport) holds the ledger and keys; --runtime \
      (PAYPORT_RUNTIME, else $XDG_RUNTIME_DIR/payport) holds what apps need to find the daemon.

      Exit status: 0 done, 64 wrong usage, 65 not found or too late, 69 the daemon is not running, 75 try again later, \
      77 not permitted, 78 wrong configuration.
      """,
    version: "payd 1.0.0",
    subcommands: [
      Run.self, Console.self, Approvals.self, Approve.self, Deny.self, Abandon.self, Apps.self, ShowGrants.self,
      Grant.self, Limit.self, Quota.self, Rename.self, Revoke.self, Sessions.self, Lock.self, Unlock.self, Sends.self,
      Pin.self, ProviderKeyCommand.self, Status.self,
      OwnerStatementCommand.self, Audit.self, Open.self,
      MessageCommand.self, Mock.self, OpenRPC.self,
    ])

  static func main() async {
    // PINs, passphrases and keys are in the memory of the console's commands too.
    ProcessHardening.keepCrashesQuiet()
    ProcessHardening.forbidTracing()
    await main(KeyArguments.marked(Array(CommandLine.arguments.dropFirst())))
  }
}
