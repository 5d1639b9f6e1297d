import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `invoices`, which lists this app's invoices.
struct InvoicesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "invoices", abstract: localized("List this app's invoices, newest first."))
  static let longOptions = ["--currency", "--only", "--limit", "--before"]

  @Option(help: ArgumentHelp(localized("Only those of this currency."), valueName: "cur"))
  var currency: CurrencyArgument?

  @Option(help: ArgumentHelp(localized("Only those in this state."), valueName: "state"))
  var only: InvoiceState?

  @OptionGroup var page: PageOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      ListInvoiceRequests.self,
      .init(currency: currency?.code, before: page.before, limit: page.limit, state: only))
    context.names.note(invoices: result.invoices)
    try context.show(result) {
      result.invoices.isEmpty
        ? [localized("No invoices: \(context.command(localized("invoice CUR AMOUNT"))) makes one.")]
        : InvoiceView(context: context).table(result.invoices)
    }
    try page.remarkNext(result.next, in: context)
  }
}

/// The command `transfers`, which lists all transfers of an invoice.
struct TransfersCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfers", abstract: localized("List all transfers of an invoice, newest first."))
  static let places: [CompletionPlace] = [.invoice]
  static let longOptions = ["--limit", "--before"]

  @Argument(
    help: .localized("The invoice (inv_…) or a part of its id, or the UUID of the request that made it."),
    completion: ShellCompletion.invoices)
  var id: ObjectReference

  @OptionGroup var page: PageOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "inv_") {
      localized("'\($0)' is a payment order, which has one transaction: order-status shows it.")
    }
  }

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      ListInvoiceTransfers.self,
      .init(invoiceID: try await id.invoice(in: context), before: page.before, limit: page.limit))
    try context.show(result) {
      result.transfers.isEmpty
        ? [localized("Nothing arrived yet.")] : InvoiceView(context: context).table(result.transfers)
    }
    try page.remarkNext(result.next, in: context)
  }
}
