import ArgumentParser
import JSON
import Ledger
import OwnerAPI
import PaymentsModel
import Provider
import RPCRuntime
import TerminalUI

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized(
      "Check the configuration, the files, each wallet and this machine, and say how to mend what is wrong."),
    discussion: """
      Works whether payd runs or not, and changes nothing. Each wallet of the configuration is asked a real question. The \
      exit status is 0 if nothing has failed; warnings do not count. Otherwise it is 78.
      """)
  @Option(help: .localized("The configuration file; without it the one that payd run would read.")) var config: String?
  @Option(help: .localized("A file with your PIN, whose mode is checked too.")) var pinFile: String?
  @Option(help: .localized("A file with the passphrase of the sealed key, whose mode is checked too."))
  var passphraseFile: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let directories = output.folders.directories
    let answer = await CheckReport(
      checking: ConfigurationChoice(path: config, directories), directories,
      secretFiles: [pinFile, passphraseFile].compactMap(\.self))
    try output.show(answer) { report, terminal in report.lines(for: terminal) }
    if answer.hasFailed { throw ExitCode(ExitStatus.config.rawValue) }
  }
}

extension CheckReport {
  /// Checks a configuration and everything that payd needs to run with it. Nothing is changed.
  ///
  /// - Parameter secretFiles: files with secrets beside those that the configuration names.
  init(checking choice: ConfigurationChoice, _ directories: PayportDirectories, secretFiles: [String] = []) async {
    self.init()
    let settings = configuration(choice)
    for path in secretFiles + (settings?.wallets.flatMap(\.secretFiles) ?? []) { secretFile(path) }
    folder(localized("state folder"), directories.state)
    folder(localized("runtime folder"), directories.runtime)
    contents(of: directories.state)
    disk(directories.state)
    key(directories, keeping: settings?.keys)
    let served = daemon(directories, choice)
    var known = settings.map { ledger($0, folder: directories.ledger, file: choice.path) } ?? []
    if settings?.ledgerAddress == nil { known = served ?? LedgerNetworks.look(in: directories.ledger) ?? [] }
    let now = SystemWallClock().now()
    clock(now)
    if let settings {
      notifications(settings.notifications)
      let looks = await WalletTrial.looks(at: settings.wallets, patience: .seconds(60))
      money(looks, known, ledger: settings.ledgerDescription ?? directories.ledger)
      for look in looks {
        wallet(look, configuration: choice.path)
        clock(now, look)
      }
    }
    await statements()
  }
}
