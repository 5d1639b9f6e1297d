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
    abstract: "Check the configuration, the files, each wallet and this machine, and say how to mend what is wrong.",
    discussion: """
      Works whether payd runs or not, and changes nothing. Each wallet of the configuration is asked a real question. The \
      exit status is 0 if nothing has failed; warnings do not count. Otherwise it is 78.
      """)
  @Option(help: "The configuration file; without it the one that payd run would read.") var config: String?
  @Option(help: "A file with your PIN, whose mode is checked too.") var pinFile: String?
  @Option(help: "A file with the passphrase of the sealed key, whose mode is checked too.") var passphraseFile: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let directories = output.folders.directories
    let choice = ConfigurationChoice(path: config, directories)
    var report = CheckReport()
    let settings = report.configuration(choice)
    let namedFiles = [pinFile, passphraseFile].compactMap(\.self)
    for path in namedFiles + (settings?.wallets.flatMap(\.secretFiles) ?? []) { report.secretFile(path) }
    report.folder("state folder", directories.state)
    report.folder("runtime folder", directories.runtime)
    report.contents(of: directories.state)
    report.disk(directories.state)
    report.key(directories, keeping: settings?.keys)
    let served = report.daemon(directories, choice)
    var known = settings.map { report.ledger($0, file: choice.path) } ?? []
    if settings?.ledgerAddress == nil { known = served ?? LedgerNetworks.look(in: directories.ledger) ?? [] }
    let now = SystemWallClock().now()
    report.clock(now)
    if let settings {
      report.notifications(settings.notifications)
      let looks = await WalletTrial.looks(at: settings.wallets, patience: .seconds(60))
      report.money(looks, known, ledger: settings.ledgerDescription ?? directories.ledger)
      for look in looks {
        report.wallet(look, configuration: choice.path)
        report.clock(now, look)
      }
    }
    await report.statements()
    let answer = report
    try output.show(answer) { report, terminal in report.lines(for: terminal) }
    if report.hasFailed { throw ExitCode(ExitStatus.config.rawValue) }
  }
}
