import ArgumentParser
import PaymentsAPI
import PaymentsModel

/// The command `invoices`, which lists this app's invoices.
struct InvoicesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "invoices", abstract: "List this app's invoices, newest first.")
  static let longOptions = ["--currency", "--state-is", "--limit", "--before"]

  @Option(help: ArgumentHelp("Only those of this currency.", valueName: "cur"))
  var currency: CurrencyArgument?

  @Option(help: ArgumentHelp("Only those in this state.", valueName: "state"))
  var stateIs: InvoiceState?

  @OptionGroup var page: PageOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      ListInvoiceRequests.self,
      .init(currency: currency?.code, before: page.before, limit: page.limit, state: stateIs))
    context.names.note(result.invoices)
    try context.show(result) {
      result.invoices.isEmpty
        ? ["No invoices: \(context.command("invoice CUR AMOUNT")) makes one."]
        : InvoiceView(context).table(result.invoices)
    }
    try page.remarkNext(result.next, in: context)
  }
}
