import ArgumentParser
import BuiltInWallets
import Cryptography
import JSON
import KeyStorage
import OwnerAPI
import OwnerSocket
import PaymentsModel
import Provider
import RPCRuntime
import TerminalUI

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: localized("Write a backup of payd into one file, also while it runs."),
    discussion: """
      The file has the ledger as it is at one moment, with the PIN and all that you decided, the daemon's key as it is \
      stored, the documents of apps, and the configuration. It has nothing of the wallet itself, which needs a backup of its \
      own. Payments go on meanwhile. The file is new, can be read by you only, and is whole or not there.

      The file is sealed with a passphrase that you choose, which nobody can do without: note it where the backup is not. \
      Scripts give it by --passphrase-file or --passphrase-fd. With --unsealed the file is in the format of tar, and who \
      reads it can pose as this daemon to your apps, and has the passwords of your wallet's daemon and of the database, \
      if they are in the configuration.
      """)
  @Argument(help: .localized("The file to write; it must not exist.")) var file: String
  @Flag(help: .localized("Write a file that everybody can read who has it.")) var unsealed = false
  @Option(help: .localized("The file whose first line is the passphrase of the backup."), completion: .file())
  var passphraseFile: String?
  @Option(help: .localized("The open descriptor from which the passphrase of the backup is read.")) var passphraseFd:
    Int32?
  @Option(help: .localized("The configuration file, where the daemon does not run.")) var config: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard [unsealed, passphraseFile != nil, passphraseFd != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError(localized("--unsealed, --passphrase-file and --passphrase-fd exclude each other"))
    }
    if let passphraseFd, passphraseFd < 0 {
      throw ValidationError(localized("--passphrase-fd must be an open descriptor"))
    }
  }

  func run() async throws {
    do throws(OwnerFailure) {
      let archive = BackupArchive(file)
      try archive.checkIsFree()
      let passphrase = try passphrase()
      let staged = try await stage()
      try archive.pack(staged, sealedWith: passphrase)
      let terminal = Terminal.standard
      let lines = output.json ? [try text(of: staged)] : lines(staged)
      // The backup is there, whether this can be written or not.
      try? terminal.writeLines(lines)
    } catch {
      throw OwnerConsole.fail(error)
    }
  }

  /// The passphrase that the file is sealed with; `nil` where the owner wants none.
  private func passphrase() throws(OwnerFailure) -> SecretBytes? {
    guard !unsealed else { return nil }
    do throws(KeyStoreError) {
      let source =
        passphraseFd.map { PassphraseFile(descriptor: $0) } ?? passphraseFile.map { PassphraseFile(path: $0) }
      if let source, let given = try source.passphrase(for: file, attempt: 0) {
        try TerminalPassphrase.check(given, file)
        return given
      }
      if let chosen = try TerminalPassphrase.choose(for: file, prompt: localized("Passphrase of the backup: ")) {
        return chosen
      }
    } catch {
      throw OwnerFailure(
        .usage, localized("\(error.sentence); nothing was written (for a backup without a passphrase: --unsealed)"))
    }
    throw OwnerFailure(
      .usage,
      localized(
        "there is no terminal to ask for the passphrase of the backup: give --passphrase-file FILE, or --unsealed for a file "
          + "that everybody can read who has it; nothing was written"))
  }

  private func text(of staged: StagedBackup) throws(OwnerFailure) -> String {
    let object: JSONObject = [
      "file": .string(file), "audit_entries": .integer(staged.auditEntries), "key": .string(staged.key),
      "bytes": .integer(staged.bytes), "configuration": .bool(staged.hasConfiguration), "sealed": .bool(!unsealed),
    ]
    return JSONValue.object(object).text()
  }

  /// A copy by the daemon if it runs, else from its files, or the database that the configuration names.
  private func stage() async throws(OwnerFailure) -> StagedBackup {
    let directories = output.folders.directories
    do throws(OwnerFailure) {
      return try OwnerSocketClient(path: directories.ownerSocket).call(
        StageBackup.self, OwnerNothing(), timeoutSeconds: 3600)
    } catch {
      guard error.reason == .notRunning else { throw error }
    }
    let choice = ConfigurationChoice(path: config, directories)
    return try await StoppedProvider(directories: directories, configuration: try choice.forOwner()).stageBackup(
      configuration: choice.path, software: Run.software)
  }

  private func lines(_ staged: StagedBackup) -> [String] {
    var lines = [localized("Wrote \(file), with \(staged.auditEntries) entries of the audit log.")]
    if unsealed {
      lines.append(
        localized("It is not sealed: who has the file reads all payments, and the passwords in the configuration."))
    } else {
      lines.append(localized("It is sealed: without the passphrase nobody can use it, you included."))
    }
    switch staged.key {
    case "plain" where unsealed:
      lines.append(
        localized(
          "The daemon's key in it is not sealed: who reads the file can pose as this daemon to your apps. See: payd key seal"
        )
      )
    case "keyring":
      lines.append(
        localized("The daemon's key is in the keyring and not in the file: payd key move file, then payd key seal"))
    default: break
    }
    if !staged.hasConfiguration { lines.append(localized("There is no configuration file, and none in it.")) }
    lines.append(localized("The wallet itself is not in it."))
    return lines
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: localized("Put a backup in place, while payd does not run."),
    discussion: """
      Every file of the backup is checked, and the whole audit log, before anything is changed. A ledger of an earlier \
      version is brought to this one. Paying is locked afterwards, because permissions that you have taken back since are \
      there again: look at payd apps and payd grants, then payd unlock. Nothing that was paid since the backup is paid \
      again: payd compares it with what the wallet has sent before it pays anything, and stops where it does not know all \
      of that until you have looked: payd sends. Each order that was not sent when the backup was made waits for your \
      word there, too: it may be paid since, or its app has cancelled it.

      The key in the backup is what apps know the daemon by. A backup with another key than the one that is there is \
      refused unless you say --other-provider.

      The passphrase of a sealed backup is asked for at the terminal, or given by --passphrase-file or --passphrase-fd.
      """)
  @Argument(help: .localized("The file that payd backup wrote.")) var file: String
  @Flag(help: .localized("Move what is in the state folder already aside, into a folder beside it.")) var replace =
    false
  @Flag(help: .localized("With --replace: also a provider with another key, which your apps do not know."))
  var otherProvider =
    false
  @Option(help: .localized("The file whose first line is the passphrase of the backup."), completion: .file())
  var passphraseFile: String?
  @Option(help: .localized("The open descriptor from which the passphrase of the backup is read.")) var passphraseFd:
    Int32?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if passphraseFile != nil, passphraseFd != nil {
      throw ValidationError(localized("--passphrase-file and --passphrase-fd exclude each other"))
    }
    if let passphraseFd, passphraseFd < 0 {
      throw ValidationError(localized("--passphrase-fd must be an open descriptor"))
    }
  }

  private var passphrase: any PassphraseSource {
    if let passphraseFd { return PassphraseFile(descriptor: passphraseFd) }
    return passphraseFile.map { PassphraseFile(path: $0) } ?? TerminalPassphrase()
  }

  func run() async throws {
    do throws(OwnerFailure) {
      let report = try await BackupRestoration(
        output.folders.directories, isUsualState: output.folders.directories.state == output.folders.usualState,
        kinds: BuiltInWallets.kinds, passphrase: passphrase
      ).restore(file, replacing: replace, replacingOther: replace && otherProvider)
      let database = database(report)
      try? Terminal.standard.writeLines(output.json ? [Self.text(report, database)] : Self.lines(report, database))
    } catch {
      let words =
        switch error.reason {
        case .conflict where !replace: error.words + localized(" (--replace moves what is there aside)")
        case .otherProvider: error.message + localized(" (--other-provider replaces it all the same)")
        default: error.words
        }
      throw OwnerConsole.fail(words, error.exitStatus)
    }
  }

  /// The database that the configuration names as the ledger, which the restored one is not in. The configuration of the
  /// backup is read where it has taken its place, or lies beside it.
  private func database(_ report: BackupRestoration.Report) -> String? {
    let choice = ConfigurationChoice(path: report.configuration, output.folders.directories)
    // A configuration that cannot be read is told of by the next start.
    return (try? choice.source.read())?.ledgerDescription
  }

  private static func text(_ report: BackupRestoration.Report, _ database: String?) -> String {
    let object: JSONObject = [
      "made_at": .string(report.madeAt), "audit_entries": .integer(report.auditEntries),
      "replaced": report.replaced.map(JSONValue.string) ?? .null,
      "configuration": report.configuration.map(JSONValue.string) ?? .null,
      "configuration_fault": report.configurationFault.map(JSONValue.string) ?? .null,
      "provider": report.provider.map(JSONValue.string) ?? .null, "orders_held": .integer(report.ordersHeld),
      "database": database.map(JSONValue.string) ?? .null,
    ]
    return SafeJSON.text(JSONValue.object(object).text())
  }

  private static func lines(_ report: BackupRestoration.Report, _ database: String?) -> [String] {
    var lines = [
      localized(
        "Restored the backup of \(ApprovalText.safe(report.madeAt)); its audit log of \(report.auditEntries) entries is as it was written."
      )
    ]
    lines.append(
      report.provider.map { localized("It is the provider with the key \($0), as its apps know it.") }
        ?? localized("It has no key: the daemon makes a new one when it starts, which no app knows."))
    if let replaced = report.replaced { lines.append(localized("What was there before is in \(replaced).")) }
    if let configuration = report.configuration { lines.append(localized("Its configuration is in \(configuration).")) }
    if let fault = report.configurationFault {
      lines.append(
        localized(
          "payd cannot start with that configuration, so it was not put in its place: \(ApprovalText.safe(fault))"))
    }
    if report.keyIsElsewhere {
      lines.append(
        localized(
          "The daemon's key is in the keyring of the machine on which the backup was made: see payd key status."))
    }
    if let database {
      lines.append(
        localized(
          "The restored ledger is a file, but the configuration names a database (\(ApprovalText.safe(database))), which was "
            + "not touched. To go on there, copy the file into an empty database: payd ledger copy --to ADDRESS. To go on "
            + "with the file, take `ledger` out of the configuration."))
    }
    if report.ordersHeld > 0 {
      lines.append(
        report.ordersHeld == 1
          ? localized(
            "1 order was not sent when the backup was made. Nobody knows here what became of them: none is paid before you "
              + "say so (payd sends).")
          : localized(
            "\(report.ordersHeld) orders were not sent when the backup was made. Nobody knows here what became of them: none "
              + "is paid before you say so (payd sends)."))
    }
    return lines + [
      localized(
        "Paying is locked: which apps may do what, the limits and the PIN are as they were then. Look at them (payd apps,"
      ),
      localized("payd grants) before you type: payd unlock"),
      localized(
        "Before it pays anything, payd asks the wallet what it has sent. If this ledger does not know all of that, it pays"
      ),
      localized("nothing until you have looked: payd sends"),
    ]
  }
}
