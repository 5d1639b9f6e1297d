import ArgumentParser
import RPCRuntime

/// Where the daemon keeps its things, the same for every command.
struct FolderOptions: ParsableArguments {
  @Option(name: .long, help: "The folder of the ledger and the keys.")
  var state: String?

  @Option(name: .long, help: "The folder in which apps find the daemon.")
  var runtime: String?

  /// The folders that hold for this command.
  var directories: PayportDirectories { PayportDirectories(runtime: runtime, state: state) }
}
