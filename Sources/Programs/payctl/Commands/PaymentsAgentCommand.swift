import ArgumentParser
import Consumer
import JSON
import PaymentsAgent
import TerminalUI

/// The command `agent`, which an app in any language starts.
struct PaymentsAgentCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: localized("Serve an app in any language, which starts this program and exchanges lines of JSON with it."),
    discussion: """
      The app writes requests of JSON-RPC 2.0 to standard input, one on a line, and reads answers and notifications from \
      standard output. Its first request is hello, which says which app it is: the owner is asked for that app, with a key \
      and limits of its own. docs/any-language.md shows how to begin, and the chapter on the agent in the protocol \
      describes each line. The program ends when its standard input ends.
      """)

  static let longOptions = ["--describe"]

  @Flag(help: .localized("Print the methods as an OpenRPC document, and end."))
  var describe = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    if describe { return try context.writeJSON(PaymentsAgentSchemas().openRPC.text(style: .pretty)) }
    let options = options
    let agent = try PaymentsAgent(
      program: ("payctl agent", ProgramVersion.text), input: context.terminal.input,
      output: context.terminal.descriptor(.output), directories: ConsumerService.directories(options)
    ) { hello in
      var settings = ConsumerService.settings(options)
      settings.provider = hello.provider ?? settings.provider
      // What people are told at a terminal, the app is told by the notification `wallet`.
      settings.onSearching = nil
      return PaymentsClient(hello.manifest, options: settings)
    }
    await agent.run()
  }
}
