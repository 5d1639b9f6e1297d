import ArgumentParser
import Consumer
import TerminalUI

/// The options that tell who the person is and where their files are.
struct PersonOptions: ParsableArguments {
  @Option(
    name: .customLong("as"), help: ArgumentHelp(localized("Your name in the chat, such as alice."), valueName: "name"))
  var person: String?

  @OptionGroup var folders: ChatFolderOptions

  /// Returns the person's name. It must be valid in an app's identifier and at the relay.
  ///
  /// - Parameter other: the name to use if the options have none.
  func name(orElse other: String? = nil) throws(CommandFailure) -> String {
    guard let person = person ?? other else {
      throw CommandFailure(
        .usage, reason: "usage", localized("Who are you?"),
        advice: localized("Say --as NAME, such as paychat --as alice."))
    }
    let allowed = person.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || ".-_".utf8.contains($0)
    }
    guard allowed, (1...32).contains(person.utf8.count),
      person.first?.isLetter == true || person.first?.isNumber == true
    else {
      throw CommandFailure(
        .usage, reason: "usage", localized("'\(person.prefix(40))' cannot be a name."),
        advice: localized("1 to 32 of a-z 0-9 . _ -, the first a letter or digit."))
    }
    return person
  }

  /// Returns the manifest that the wallet's owner sees. Each person is a separate app.
  func manifest(orElse other: String? = nil) throws(CommandFailure) -> Manifest {
    let name = try name(orElse: other)
    return Manifest(
      appID: "payport.paychat.\(name.replacing("_", with: "-"))", name: "paychat (\(name))",
      version: ProgramVersion.text,
      scopes: [.receive, .pay])
  }
}

/// The options that tell which chat it is, and whose wallet is used.
struct NetworkOptions: ParsableArguments {
  @Option(help: ArgumentHelp(localized("Which relay, where several run."), valueName: "name"))
  var relay: String?

  @Option(help: ArgumentHelp(localized("SimpleX Chat instead, which runs with -p and this port."), valueName: "port"))
  var simplex: UInt16?

  @Option(help: ArgumentHelp(localized("Which wallet's provider, where several run."), valueName: "name"))
  var provider: String?

  func validate() throws {
    guard relay == nil || simplex == nil else {
      throw ValidationError(localized("Choose one of --relay and --simplex."))
    }
  }

  /// Joins the chat.
  ///
  /// - Parameter files: the folder that SimpleX Chat needs.
  /// - Throws: ``CommandFailure``.
  func join(as person: PersonOptions, files: String) async throws -> any ChatNetwork {
    if let simplex { return try await SimpleXNetwork.enter(port: simplex, folder: files) }
    return try await RelayNetwork.enter(relay, as: person.name(), directories: person.folders.directories)
  }
}

/// The options for folders.
struct ChatFolderOptions: ParsableArguments {
  @Option(help: ArgumentHelp(localized("Where keys and cards are kept."), valueName: "dir"), completion: .directory)
  var state: String?

  @Option(
    help: ArgumentHelp(localized("Where running providers and relays are found."), valueName: "dir"),
    completion: .directory)
  var runtime: String?

  func validate() throws {
    try FolderArgument.check(state, of: "--state", naming: localized("the folder of keys and cards"))
    try FolderArgument.check(
      runtime, of: "--runtime", naming: localized("the folder in which providers and relays are found"))
  }

  var directories: PayportDirectories { PayportDirectories(runtime: runtime, state: state) }
}
