import ArgumentParser
import KeyStorage
import TerminalUI

/// The source of the passphrase for a sealed key.
struct PassphraseOptions: ParsableArguments {
  @Option(help: "The file whose first line is the passphrase of the sealed key.", completion: .file())
  var passphraseFile: String?

  @Option(help: "The open descriptor from which the passphrase is read.")
  var passphraseFd: Int32?

  /// Those, else the service manager's credential, else the terminal.
  var source: any PassphraseSource { TerminalPassphrase.source(file: passphraseFile, descriptor: passphraseFd) }

  func validate() throws {
    if passphraseFile != nil, passphraseFd != nil {
      throw ValidationError(localized("--passphrase-file and --passphrase-fd exclude each other"))
    }
    if let passphraseFd, passphraseFd < 0 {
      throw ValidationError(localized("--passphrase-fd must be an open descriptor"))
    }
  }
}
