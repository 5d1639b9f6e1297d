import ArgumentParser
import ChatPayments
import Links
import TerminalUI

/// The command `open`, which shows what a link leads to.
struct OpenCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: localized("Show what a link of the scheme payport leads to."),
    discussion: """
      A link that an app got from its wallet (payport:open?…) is handed to the owner's side of the wallet, payd open. A \
      card (payport:card?…) is shown as text; it is answered in the chat in which it came. Anybody can make up a link: \
      none of them pays anything. links install makes this command what opens links on your desktop.
      """)
  static let places: [CompletionPlace] = [.other]
  static let longOptions = ["--hold", "--wallet"]

  @Argument(help: .localized("The link."))
  var link: String

  @Option(
    help: ArgumentHelp(
      localized("The state folder of a wallet; several times where there are several."), valueName: "dir"),
    completion: .directory)
  var wallet: [String] = []

  @Flag(
    help: .localized("Wait for Enter where there is something to read, so that a window that was opened for it stays."))
  var hold = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    guard hold, context.terminal.readsFromTTY else { return try await show(in: context) }
    do {
      try await show(in: context)
      guard case .card? = try? PayportLink(link) else { return }
      try Self.wait(context.terminal)
    } catch {
      let status = FailureReporter(terminal: context.terminal, isJSON: context.isJSON, isInteractive: false).report(
        error)
      if status != .interrupted { try Self.wait(context.terminal) }
      throw ShownFailure(status: status)
    }
  }

  private static func wait(_ terminal: Terminal) throws {
    try terminal.write(localized("Press Enter to close this."))
    _ = readLine()
  }

  private func show(in context: CommandContext) async throws {
    switch try PayportLink(link) {
    case .open(let link): try await OwnerProgram(options: options, wallets: wallet).open(link)
    case .card(let link):
      let card = try CardLink.read(link)
      try context.show(card) { CardLinkView(context: context).lines(card) }
    }
  }
}
