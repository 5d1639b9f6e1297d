import ArgumentParser
import RPCRuntime
import TerminalUI

/// Where the daemon keeps its things, the same for every command.
struct FolderOptions: ParsableArguments {
  @Option(name: .long, help: .localized("The folder of the ledger and the keys."), completion: .directory)
  var state: String?

  @Option(name: .long, help: .localized("The folder in which apps find the daemon."), completion: .directory)
  var runtime: String?

  func validate() throws {
    try FolderArgument.check(state, of: "--state", naming: localized("the folder of the ledger and the keys"))
    try FolderArgument.check(runtime, of: "--runtime", naming: localized("the folder in which apps find the daemon"))
  }

  /// The state folder where nothing names another one.
  var usualState: String {
    PayportDirectories(environment: { name in
      name == "PAYPORT_STATE" ? nil : PayportDirectories.environmentVariable(name)
    }).state
  }

  /// The folders that hold for this command.
  var directories: PayportDirectories { PayportDirectories(runtime: runtime, state: state) }
}

/// What nearly every command of the owner takes: where the daemon is, and whether a program reads the answer.
struct OutputOptions: ParsableArguments {
  @OptionGroup var folders: FolderOptions
  @Flag(help: .localized("Print JSON.")) var json = false
}
