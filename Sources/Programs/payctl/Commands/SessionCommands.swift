import ArgumentParser
import PaymentsAPI
import TerminalUI

/// The command `session`, which shows the identity, the grants and their expiry.
struct SessionCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: localized("Show who is connected to whom, and what was granted."))

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try await context.call(GetSession.self, .init()).withoutSecrets
    try context.show(session) { SessionView(context: context).lines(session) }
  }
}

/// The command `connect`, which connects, pairs if necessary, and shows what was granted.
struct ConnectCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect",
    abstract: localized("Connect to the provider, and pair with it if that is still to be done."))

  static let longOptions = ["--forget-key"]

  @Flag(
    help: .localized("Forget the provider's key first: only if the owner tells you that the provider was set up anew."))
  var forgetKey = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    if forgetKey {
      let name = try await ConsumerService.forgetKey(options)
      try context.remark(localized("The key of the provider \(SafeText(name)) is forgotten."))
    }
    let session = try await context.call(GetSession.self, .init()).withoutSecrets
    try context.show(session) { SessionView(context: context).lines(session) }
  }
}

/// The command `disconnect`, which ends the session and, with `--forget`, the pairing.
struct DisconnectCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnect", abstract: localized("End the session; with --forget the pairing too."))
  static let longOptions = ["--forget"]

  @Flag(help: .localized("Remove the pairing: the next connection needs the owner again."))
  var forget = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    // The app disconnects now, so the command does not wait for a pairing.
    let service = try await context.link.service(announcing: nil)
    let result = try await service.call(DisconnectApp.self, .init(forget: forget ? true : nil))
    await context.link.close()
    try context.show(result) {
      [
        result.forgotten
          ? localized("Disconnected, and the pairing is removed.") : localized("Disconnected; the pairing stays.")
      ]
    }
  }
}
