import ArgumentParser
import PaymentsAPI
import TerminalUI

/// The command `connect`, which connects, pairs if necessary, and shows what was granted.
struct ConnectCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect", abstract: "Connect to the provider, and pair with it if that is still to be done.")

  static let longOptions = ["--forget-key"]

  @Flag(help: "Forget the provider's key first: only if the owner tells you that the provider was set up anew.")
  var forgetKey = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    if forgetKey {
      let name = try await ConsumerService.forgetKey(options)
      try context.remark("The key of the provider \(SafeText(name)) is forgotten.")
    }
    let session = try await context.call(GetSession.self, .init()).withoutSecrets
    try context.show(session) { SessionView(context).lines(session) }
  }
}
