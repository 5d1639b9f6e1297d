import ArgumentParser
import BuiltInWallets
import Logging
import PaymentsModel
import Provider
import RPCRuntime
import ServiceLifecycle
import TerminalUI
import UnixSignals

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the daemon in the foreground.",
    discussion: """
      Writes "payd: ready" with its address to standard error once apps can connect, and logs there. SIGTERM or Ctrl-C \
      stops it; no payment is lost or made twice by stopping it at any moment. Without --config it reads \
      provider.yml in $XDG_CONFIG_HOME/payport if that exists, and else offers a mock wallet only.
      """)
  @Option(help: "The configuration file.") var config: String?
  @Option(help: "Log level: debug, info, notice, warning, error.") var logLevel = "notice"
  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var folders: FolderOptions

  func run() async throws {
    guard let level = Logger.Level(rawValue: logLevel) else {
      throw ValidationError("--log-level must be debug, info, notice, warning or error")
    }
    Terminal.ignoreBrokenPipes()
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    let directories = folders.directories
    let settings = try configuration(directories)
    let desktop = settings.notifications == .auto ? DesktopNotices(console: "payd console") : nil
    let service = ProviderService(
      software: "payd/1.0.0", configuration: settings, directories: directories,
      identity: try identity(settings, directories),
      log: Logger(label: "payd"), notifiers: desktop.map { [$0] } ?? []
    ) { url in
      // A closed standard error must not stop a daemon.
      try? Terminal.standard.write("payd: ready at \(url)\n", to: .error)
    }
    var group = ServiceGroupConfiguration(
      services: [service], logger: Logger(label: "payd.service") { _ in SwiftLogNoOpLogHandler() })
    group.gracefulShutdownSignals = [.sigterm, .sigint]
    do {
      try await ServiceGroup(configuration: group).run()
      await desktop?.stop()
    } catch let error as ProviderStartError {
      await desktop?.stop()
      throw fail(error.words, error.exitStatus)
    }
  }

  /// The key is read before signals are taken over, so that Ctrl-C at the question for the passphrase ends the program.
  private func identity(
    _ settings: ProviderConfiguration, _ directories: PayportDirectories
  ) throws -> ProviderIdentity {
    do throws(ProviderStartError) {
      return try ProviderIdentity(in: directories, keeping: settings.keys, passphrase: passphrase.source)
    } catch {
      throw fail(error.words, error.exitStatus)
    }
  }

  private func configuration(_ directories: PayportDirectories) throws -> ProviderConfiguration {
    let standard = directories.configuration + "/provider.yml"
    guard let path = config ?? (FileManager.default.fileExists(atPath: standard) ? standard : nil) else {
      return ProviderConfiguration(kinds: BuiltInWallets.kinds)
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw fail("cannot read the configuration \(path)", .config)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw fail("\(path): the file is not UTF-8", .config)
    }
    do throws(ConfigurationError) {
      return try ProviderConfiguration(yaml: text, kinds: BuiltInWallets.kinds)
    } catch {
      throw fail("\(path): \(error)", .config)
    }
  }

  private func fail(_ message: String, _ status: ExitStatus) -> ExitCode {
    try? Terminal.standard.write("payd: \(message)\n", to: .error)
    return ExitCode(status.rawValue)
  }
}

extension ProviderStartError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .configuration, .wallet: .config
    case .folder: .notPermitted
    case .identity(let error): error.exitStatus
    case .alreadyRunning, .listen, .ownerDoor: .unavailable
    case .ledger, .unusableLedger: .ioError
    case .internalError: .software
    }
  }
}
