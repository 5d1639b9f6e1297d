import ArgumentParser
import KeyStorage
import PaymentsModel
import TerminalUI

/// The options of every command.
struct GlobalOptions: ParsableArguments {
  @Flag(help: .localized("Print results and errors as JSON, one document a line."))
  var json = false

  @Option(
    help: ArgumentHelp(localized("Where the app's key, pins and journal are kept."), valueName: "dir"),
    completion: .directory)
  var state: String?

  @Option(help: ArgumentHelp(localized("Where running providers are found."), valueName: "dir"), completion: .directory)
  var runtime: String?

  @Option(
    help: ArgumentHelp(localized("Which provider, where several run."), valueName: "name"),
    completion: ShellCompletion.providers)
  var provider: String?

  @Option(help: ArgumentHelp(localized("How the app's key must be kept: file or libsecret."), valueName: "place"))
  var keys: KeyKeeping?

  @Option(
    help: ArgumentHelp(localized("The file with the passphrase of the app's sealed key."), valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  @Flag(
    inversion: .prefixedNo,
    help: .localized(
      """
      Whether to wait for the owner where this app is not paired yet; by default only if somebody can type here. \
      connect always waits, unless told not to.
      """))
  var pair: Bool?

  @Option(help: ArgumentHelp(localized("How long to look for a provider that is gone or busy."), valueName: "seconds"))
  var patience = 10

  func validate() throws {
    guard (0...3600).contains(patience) else {
      throw ValidationError(localized("The patience must be from 0 to 3600 seconds."))
    }
    if let state, OrderState(rawValue: state) != nil || InvoiceState(rawValue: state) != nil {
      throw ValidationError(
        localized("--state names the folder of this app's keys. To list only what is in a state: --only \(state)"))
    }
    try FolderArgument.check(state, of: "--state", naming: localized("the folder of this app's keys"))
    try FolderArgument.check(runtime, of: "--runtime", naming: localized("the folder in which providers are found"))
  }
}

extension GlobalOptions {
  /// The place where the key must be kept, according to the option or the environment.
  var keeping: KeyKeeping? {
    keys ?? PassphraseFile.environmentVariable("PAYPORT_KEYS").flatMap { KeyKeeping(rawValue: $0) }
  }

  /// The source of the passphrase for a sealed key.
  var passphrase: any PassphraseSource { TerminalPassphrase.source(file: passphraseFile) }
}
