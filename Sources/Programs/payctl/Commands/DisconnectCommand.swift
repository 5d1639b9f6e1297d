import ArgumentParser
import PaymentsAPI

/// The command `disconnect`, which ends the session and, with `--forget`, the pairing.
struct DisconnectCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnect", abstract: "End the session; with --forget the pairing too.")
  static let longOptions = ["--forget"]

  @Flag(help: "Remove the pairing: the next connection needs the owner again.")
  var forget = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    // The app disconnects now, so the command does not wait for a pairing.
    let service = try await context.link.service(announcing: nil)
    let result = try await service.call(DisconnectApp.self, .init(forget: forget ? true : nil))
    await context.link.close()
    try context.show(result) {
      [result.forgotten ? "Disconnected, and the pairing is removed." : "Disconnected; the pairing stays."]
    }
  }
}
