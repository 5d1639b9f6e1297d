import ArgumentParser
import PaymentsAPI

/// The command `session`, which shows the identity, the grants and their expiry.
struct SessionCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Show who is connected to whom, and what was granted.")

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try await context.call(GetSession.self, .init()).withoutSecrets
    try context.show(session) { SessionView(context).lines(session) }
  }
}
