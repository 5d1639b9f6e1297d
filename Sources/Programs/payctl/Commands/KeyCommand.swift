import ArgumentParser
import Consumer
import KeyStorage
import TerminalUI

/// The command `key`, which shows or changes how the app's own key is kept. It needs no provider.
struct KeyCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: localized("Show or change how payctl's own key is kept."),
    discussion: """
      key status; key seal (by a passphrase, or change it); key unseal; key move libsecret (into the keyring of the \
      desktop session); key move file. It is the same key through all of this, so payctl stays paired.
      """)
  static let places = [CompletionPlace.other]
  static let longOptions = ["--new-passphrase-file"]

  enum Action: String, ExpressibleByArgument, CaseIterable {
    case status, seal, unseal, move
  }

  @Argument(help: .localized("status, seal, unseal or move.")) var action = Action.status
  @Argument(help: .localized("With move: file or libsecret.")) var place: KeyKeeping?
  @Option(
    help: ArgumentHelp(localized("The file with the new passphrase, in place of asking."), valueName: "file"),
    completion: .file())
  var newPassphraseFile: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard (action == .move) == (place != nil) else {
      throw ValidationError(localized("move, and only move, takes a place: file or libsecret."))
    }
    guard newPassphraseFile == nil || action == .seal else {
      throw ValidationError(localized("--new-passphrase-file is for key seal only."))
    }
  }

  func run(in context: CommandContext) async throws {
    let keys = try AppIdentity.keys(
      appID: ConsumerService.manifest.appID, directories: ConsumerService.directories(options),
      passphrase: options.passphrase)
    switch (action, place) {
    case (.seal, _):
      switch try keys.state() {
      case .none: throw KeyStoreError(.none, keys.path)
      case .keyring: throw KeyStoreError(.keptOtherwise(.libsecret), keys.path)
      case .plain, .sealed: break
      }
      try keys.seal(with: TerminalPassphrase.new(file: newPassphraseFile, for: keys.path))
    case (.unseal, _): try keys.unseal()
    case (.move, let place?): try keys.move(to: place)
    case (.status, _), (.move, nil): break
    }
    let report = KeyReport(try keys.state(), keys.path)
    try context.show(report.json) { report.lines(isTTY: context.terminal.isTTY(.output)) }
  }
}
