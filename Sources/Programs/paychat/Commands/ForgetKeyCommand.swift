import ArgumentParser
import Consumer
import TerminalUI

/// The command `paychat forget-key --as alice --provider NAME`.
struct ForgetKeyCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget-key",
    abstract: "Forget a provider's key: only if its owner tells you that the provider was set up anew.")

  @OptionGroup var person: PersonOptions

  @Option(help: ArgumentHelp("Which provider.", valueName: "name"))
  var provider: String

  func run(in terminal: Terminal) async throws -> TerminalUI.ExitStatus {
    try await KnownProviders(appID: person.manifest().appID, directories: person.folders.directories).forget(provider)
    try terminal.writeLines(["The key of \(SafeText(provider)) is forgotten."])
    return .ok
  }
}
