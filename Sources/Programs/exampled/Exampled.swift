import ArgumentParser
import BuiltInWallets
import CVersion
import ExampleWallet
import Foundation
import Logging
import Provider
import RPCRuntime
import ServiceLifecycle
import UnixSignals
import WalletBackend

/// A provider with a wallet of its author's own, which is one more `type` in the configuration. Programs of the owner's
/// work with it as with any other provider, given the same folders.
@main
struct Exampled: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "exampled", version: version, subcommands: [Run.self])

  /// A provider of an author's own has versions of its own; this one is an example, and built with the others.
  static let version = "exampled/" + String(cString: payport_version())

  /// `type: toy`; the one setting is how often a block is found.
  static let toy = WalletKind("toy", settings: ["block_milliseconds"]) { settings throws(WalletSetupError) in
    let interval = try settings.integer("block_milliseconds", 1...86_400_000, fallback: 1000)
    let node = ExampleNode(funded: ["main"])
    // A toy's network is in this process; a real one is elsewhere, and reached by what the settings say.
    Task {
      while true {
        try await Task.sleep(for: .milliseconds(interval))
        node.mine(1)
      }
    }
    return ExampleWallet(node: node, name: "main")
  }

  struct Run: AsyncParsableCommand {
    @Option var config: String
    @Option var state: String?
    @Option var runtime: String?

    func run() async throws {
      let text = try String(contentsOfFile: config, encoding: .utf8)
      let service = ProviderService(
        software: Exampled.version,
        configuration: try ProviderConfiguration(yaml: text, kinds: BuiltInWallets.kinds + [Exampled.toy]),
        directories: PayportDirectories(runtime: runtime, state: state), log: Logger(label: "exampled")
      ) { url in
        FileHandle.standardError.write(Data("exampled: ready at \(url)\n".utf8))
      }
      var group = ServiceGroupConfiguration(services: [service], logger: Logger(label: "exampled.service"))
      group.gracefulShutdownSignals = [.sigterm, .sigint]
      try await ServiceGroup(configuration: group).run()
    }
  }
}
