import ArgumentParser
import Consumer
import PaymentsAPI
import TerminalUI

/// The command `services`, which lists the services of the provider.
struct ServicesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "services", abstract: localized("List the services that the wallet offers."),
    discussion: "With --folder they are read from the files of a catalogue, without a connection.")
  static let longOptions = ["--folder"]

  @Option(
    help: ArgumentHelp(localized("The folder of a catalogue, which has services.yml."), valueName: "dir"),
    completion: .directory)
  var folder: String?

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result =
      if let folder { try CatalogueFiles(opening: folder).list() } else {
        try await context.call(ListServices.self, .init())
      }
    try context.show(result) {
      result.services.isEmpty
        ? [localized("No service is offered.")] : ServiceView(context: context).table(result.services)
    }
  }
}

/// The command `service`, which shows the requests of a service.
struct ServiceCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "service", abstract: localized("Show the requests of a service, and how each is filled in."),
    discussion: "With --folder it is read from the files of a catalogue, without a connection.")
  static let places: [CompletionPlace] = [.service]
  static let longOptions = ["--folder"]

  @Argument(help: .localized("The service, such as payments."), completion: .list(["payments"]))
  var name: String

  @Option(
    help: ArgumentHelp(localized("The folder of a catalogue, which has services.yml."), valueName: "dir"),
    completion: .directory)
  var folder: String?

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result =
      if let folder { try CatalogueFiles(opening: folder).service(name) } else {
        try await context.call(GetServiceDefinition.self, .init(service: name))
      }
    try context.show(result) { ServiceView(context: context).lines(result) }
  }
}
