import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `events`, which follows changes of invoices and orders.
struct EventsCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: localized("Follow the changes of invoices and orders until Ctrl-C."),
    discussion: "Each event shows a cursor; --from goes on after it, also after a restart of either side.")
  static let longOptions = ["--from", "--count"]

  @Option(help: ArgumentHelp(localized("Begin after this event; 0 is before the first one."), valueName: "cursor"))
  var from: EventCursor?

  @Option(help: ArgumentHelp(localized("End after so many events."), valueName: "n"))
  var count: Int?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if let count, count < 1 { throw ValidationError(localized("The count must be at least 1.")) }
  }

  func run(in context: CommandContext) async throws {
    let service = try await context.service()
    try context.remark(localized("Following events; Ctrl-C ends."))
    var left = count ?? .max
    try await service.follow(from: from) { event in
      try context.show(event) { [EventView.line(event)] }
      left -= 1
      return left > 0
    }
    // When the task is cancelled, the stream may end without an error.
    try Task.checkCancellation()
  }
}
