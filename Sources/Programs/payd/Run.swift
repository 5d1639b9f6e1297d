import ArgumentParser
import German
import Logging
import OwnerPage
import PaymentsModel
import Platform
import Provider
import RPCRuntime
import ServiceLifecycle
import Supervision
import TerminalUI
import UnixSignals

struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Run the daemon in the foreground."),
    discussion: """
      Writes "payd: ready" with its address to standard error once apps can connect, and logs there. SIGTERM or Ctrl-C \
      stops it; no payment is lost or made twice by stopping it at any moment. Without --config it reads \
      provider.yml in $XDG_CONFIG_HOME/payport if that exists, and else offers a mock wallet only. man provider.yml \
      explains every key.

      A service manager that starts it is told when apps can connect, how the wallets are, and that it is not stuck \
      (sd_notify). It may also listen in its place, so that a connection starts it: listening sockets on 127.0.0.1 and \
      [::1] are for apps, one at owner.sock in the state folder is for you (sd_listen_fds).

      SIGHUP, or payd reload, has the configuration read again: see payd reload --help. A file that is wrong changes \
      nothing, and the log says why.
      """)
  @Option(help: .localized("The configuration file."), completion: .file(extensions: ["yml"])) var config: String?
  @Option(
    help: .localized("Log level: debug, info, notice, warning, error."),
    completion: .list(["debug", "info", "notice", "warning", "error"])) var logLevel = "notice"
  @Option(help: .localized("How log lines are written: text or json.")) var logFormat = DaemonLog.Format.text
  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var folders: FolderOptions

  /// The name and version of the program.
  static let software = ProgramVersion.software("payd")

  func run() async throws {
    guard let level = Logger.Level(rawValue: logLevel) else {
      throw ValidationError("--log-level must be debug, info, notice, warning or error")
    }
    UnusedMemory.limitPools()
    LoggingSystem.bootstrap { DaemonLog(label: $0, level: level, format: logFormat) }
    // No program that this one starts may find them.
    let sockets = try passedSockets()
    let directories = folders.directories
    let file = ConfigurationChoice(path: config, directories)
    if file.path == nil {
      DaemonLog.say(
        "there is no configuration, so the money is made up: mock wallets, which no network knows.", level: .notice,
        logFormat)
      DaemonLog.say(
        "a configuration is read from \(file.standard), or from the file that --config names.", level: .notice,
        logFormat)
    }
    let settings = try file.read(fail)
    // It does nothing before the first question. Whether questions are shown may change while the daemon runs.
    let desktop = DesktopNotices(
      console: "payd console", window: Self.window(of: directories),
      translation: Terminal.standard.locale.translation)
    let service = ProviderService(
      software: Self.software, configuration: settings, directories: directories,
      identity: try identity(settings, directories),
      log: Logger(label: "payd"), notifiers: [desktop], sockets: sockets, source: file.source
    ) { url in
      DaemonLog.say("ready at \(url)", level: .notice, logFormat)
    }
    var group = ServiceGroupConfiguration(
      services: [service], logger: Logger(label: "payd.service") { _ in SwiftLogNoOpLogHandler() })
    group.gracefulShutdownSignals = [.sigterm, .sigint]
    do {
      try await ServiceGroup(configuration: group).run()
      await desktop.stop()
    } catch let error as ProviderStartError {
      await desktop.stop()
      throw fail(error.words, error.exitStatus)
    }
  }

  /// Where a click on a notification shows its question: in `payport-window`, while that is open.
  private static func window(of directories: PayportDirectories) -> OwnerWindow? {
    let name = try? WindowName.identifier(of: directories.state, usual: PayportDirectories.usualState)
    return name.map { OwnerWindow(name: $0, questions: WindowName.questions) }
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

  private func passedSockets() throws -> ActivationSockets {
    let passed: [PassedSocket]
    do throws(PassedSocketError) {
      passed = try PassedSocket.takeAll()
    } catch {
      throw fail("the service manager passed sockets that are not open", .unavailable)
    }
    do throws(ProviderStartError) {
      return try ActivationSockets(passed)
    } catch {
      throw fail(error.words, error.exitStatus)
    }
  }

  private func fail(_ message: String, _ status: ExitStatus) -> ExitCode {
    DaemonLog.say(message, level: .critical, logFormat)
    return ExitCode(status.rawValue)
  }
}

extension ProviderStartError {
  /// The exit status of a command that failed so.
  var exitStatus: ExitStatus {
    switch self {
    case .configuration, .wallet, .otherMoney: .config
    case .folder, .revoked: .notPermitted
    case .identity(let error): error.exitStatus
    case .alreadyRunning, .listen, .ownerSocket: .unavailable
    // Service managers do not start it again then.
    case .unusableLedger(let fault, _) where fault.isLasting: .dataError
    case .ledger, .unusableLedger: .ioError
    case .internalError: .software
    }
  }
}
