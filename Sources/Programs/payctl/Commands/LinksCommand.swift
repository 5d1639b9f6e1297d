import ArgumentParser
import DesktopLinks
import JSON
import Links
import Processes
import TerminalUI

/// The command `links`, which shows or changes the program that opens links of the scheme on this desktop.
struct LinksCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: localized("Make payctl open the wallet's links on this desktop, or no longer."),
    usage: """
      payctl links status
      payctl links install [--wallet <dir> ...]
      payctl links uninstall
      """,
    discussion: """
      install writes a desktop entry for payctl open into your own folder of entries and makes it what opens \
      payport: links; the folders that are given with it are part of it. Where several wallets run, --wallet names the \
      state folder of each: the one that a link is for gets it. uninstall takes it away again. status \
      tells who opens such links, and ends with 69 where nobody does.
      """)
  static let places: [CompletionPlace] = [.other]
  static let longOptions = ["--wallet"]

  enum Action: String, ExpressibleByArgument, CaseIterable {
    case status, install, uninstall
  }

  @Argument(help: .localized("status, install or uninstall."))
  var action: Action

  @Option(
    help: ArgumentHelp(
      localized("With install: the state folder of a wallet; several times where there are several."), valueName: "dir"),
    completion: .directory)
  var wallet: [String] = []

  @OptionGroup var options: GlobalOptions

  /// The name of the desktop entry.
  static let entryID = "payport-payctl.desktop"

  func run(in context: CommandContext) async throws {
    let desktop = DesktopLinks()
    switch action {
    case .install: try await desktop.install(entry())
    case .uninstall: try await desktop.uninstall(id: Self.entryID, scheme: PayportLink.scheme)
    case .status: break
    }
    let handler = try await desktop.handler(of: PayportLink.scheme)
    var result: JSONObject = ["installed": .bool(handler != nil), "own": .bool(handler?.id == Self.entryID)]
    result["handler"] = handler.map { .string($0.id) }
    result["path"] = handler.map { .string($0.path) }
    try context.show(JSONValue.object(result)) { [Self.sentence(handler)] }
    if handler == nil, action == .status { throw ShownFailure(status: .unavailable) }
  }

  private func entry() throws -> DesktopEntry {
    guard let program = ProgramLocation.path else {
      throw CommandFailure(.osError, reason: "no_path", localized("The system does not tell the path of payctl."))
    }
    return DesktopEntry(
      id: Self.entryID, name: "Payport", comment: "Shows what an app asks your wallet to show you.",
      command: [program, "open", "--hold"] + options.folders + wallet.map { "--wallet=\($0)" },
      scheme: PayportLink.scheme)
  }

  private static func sentence(_ handler: DesktopLinks.Handler?) -> String {
    guard let handler else {
      return localized("No program opens links of the wallet; payctl links install makes payctl do it.")
    }
    return handler.id == entryID
      ? localized("payctl opens links of the wallet (\(handler.path)).")
      : localized("Another program opens links of the wallet: \(handler.id) (\(handler.path)).")
  }
}

extension GlobalOptions {
  /// The options for the folders, as arguments.
  var folders: [String] {
    [("--state", state), ("--runtime", runtime)].flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] }
  }
}
