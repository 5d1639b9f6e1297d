import ArgumentParser
import ChatTransports
import TerminalUI

/// The command `paychat relay NAME`.
struct RelayCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: localized("Run a relay: what the paychats of this machine talk over."),
    discussion: """
      It is for trying things out: it listens on loopback, for programs of your own user. It keeps what was said, so it can \
      be ended (Ctrl-C) and started again at any time.
      """)

  @Argument(help: ArgumentHelp(localized("Its name.")))
  var name = "main"

  @OptionGroup var folders: ChatFolderOptions

  @Option(
    help: ArgumentHelp(
      localized("Deliver badly: so many deliveries wait for each other, to come in any order."), valueName: "count"))
  var shuffle = 0

  @Option(help: ArgumentHelp(localized("Deliver badly: so many of a hundred come twice."), valueName: "percent"))
  var double = 0

  @Option(help: ArgumentHelp(localized("Deliver badly: so many of a hundred are lost."), valueName: "percent"))
  var lose = 0

  func run(in terminal: Terminal) async throws -> TerminalUI.ExitStatus {
    let server = RelayServer(name: name, directories: folders.directories)
    do {
      try await server.start()
    } catch {
      throw RelayText.failure(error, name: name)
    }
    await server.setTrouble(RelayTrouble(lost: lose, doubled: double, shuffled: shuffle))
    let interruption = Interruption(endsAtSecond: true)
    try? terminal.writeLines(["paychat: " + localized("the relay \(name) is ready; Ctrl-C ends it.")], to: .error)
    // The relay runs until a signal cancels this wait.
    try? await interruption.cancelling { try await Task.sleep(for: .seconds(1 << 40)) }
    await server.stop()
    return .ok
  }
}
