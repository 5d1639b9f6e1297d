import ArgumentParser
import JSON
import KeyStorage
import Provider
import TerminalUI

/// The provider's own key: how it is kept. None of these needs the daemon; one that runs goes on with what it has read.
struct ProviderKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: localized("How the daemon's own key is kept: in a file, sealed by a passphrase, or in the keyring."),
    discussion: """
      The key proves to apps which wallet they speak to. By itself it moves no money, and admits no daemon to a ledger that \
      several share; but who has it can pose as your wallet to your apps, take their orders and give them addresses of his \
      own. It is in every backup. It is the same key through all of this, so apps stay paired.
      """,
    subcommands: [Status.self, Seal.self, Unseal.self, Move.self])

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: localized("Show how the key is kept."))
    @Flag(help: "Print JSON.") var json = false
    @OptionGroup var folders: FolderOptions

    func run() throws {
      try ProviderKeyCommand.reporting {
        let keys = try ProviderIdentity.keys(in: folders.directories)
        let state = try keys.state()
        let report = KeyReport(state, keys.path)
        try Terminal.standard.writeLines(
          json ? [report.json.text()] : report.lines(isTTY: Terminal.standard.isTTY(.output)))
      }
    }
  }

  struct Seal: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Seal the key by a passphrase, or change the passphrase."),
      discussion: """
        From then on `payd run` asks for the passphrase at the terminal, or takes it from --passphrase-file, \
        --passphrase-fd or the systemd credential payport-passphrase. There is no way back to the key without it.
        """)
    @Option(help: "The file whose first line is the new passphrase, in place of asking for it.", completion: .file())
    var newPassphraseFile: String?
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var folders: FolderOptions

    func run() throws {
      try ProviderKeyCommand.reporting {
        let keys = try ProviderIdentity.keys(in: folders.directories, passphrase: passphrase.source)
        // Without a key that can be sealed no passphrase is asked for.
        switch try keys.state() {
        case .none: throw KeyStoreError(.none, keys.path)
        case .keyring: throw KeyStoreError(.keptOtherwise(.libsecret), keys.path)
        case .plain, .sealed: break
        }
        try keys.seal(with: TerminalPassphrase.new(file: newPassphraseFile, for: keys.path))
        try Terminal.standard.writeLines([localized("The key in \(keys.path) is sealed.")])
      }
    }
  }

  struct Unseal: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Keep the key in its file without a passphrase."))
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var folders: FolderOptions

    func run() throws {
      try ProviderKeyCommand.reporting {
        let keys = try ProviderIdentity.keys(in: folders.directories, passphrase: passphrase.source)
        try keys.unseal()
        try Terminal.standard.writeLines([localized("The key in \(keys.path) is not sealed any more.")])
      }
    }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Move the key into the keyring of the desktop session, or back into its file."))
    @Argument(help: "Where to: file or libsecret.") var place: KeyKeeping
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var folders: FolderOptions

    func run() throws {
      try ProviderKeyCommand.reporting {
        let keys = try ProviderIdentity.keys(in: folders.directories, passphrase: passphrase.source)
        try keys.move(to: place)
        try Terminal.standard.writeLines(
          KeyReport(keys.state(), keys.path).lines(isTTY: Terminal.standard.isTTY(.output)))
      }
    }
  }

  /// Runs a command and says in words why it did not do what it was asked.
  private static func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as KeyStoreError {
      throw OwnerConsole.fail("\(error)", error.exitStatus)
    } catch ProviderStartError.identity(let error) {
      throw OwnerConsole.fail("\(error)", error.exitStatus)
    }
  }
}
