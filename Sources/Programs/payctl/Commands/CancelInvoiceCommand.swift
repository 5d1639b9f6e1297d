import ArgumentParser
import PaymentsAPI
import PaymentsModel

/// The command `cancel-invoice`, which cancels an invoice for which no payment was seen yet.
struct CancelInvoiceCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel-invoice", abstract: "Withdraw an invoice for which nothing was seen yet.")
  static let places: [CompletionPlace] = [.invoice]
  static let longOptions = ["--request-id"]

  @Argument(help: "The invoice (inv_…), or the UUID of the request that made it.")
  var id: ObjectReference

  @Option(help: ArgumentHelp("Repeats a cancellation.", valueName: "uuid"))
  var requestID: RequestIDArgument?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "inv_", hint: "a payment order: cancel-order withdraws it.")
  }

  func run(in context: CommandContext) async throws {
    let invoice: InvoiceID
    if let named = id.invoiceID {
      invoice = named
    } else {
      let status = try await context.call(GetInvoiceRequestStatus.self, .init(requestID: id.requestID))
      invoice = status.invoice.invoiceID
    }
    let result = try await context.call(
      CancelInvoiceRequest.self, .init(requestID: requestID?.id ?? .random(), invoiceID: invoice))
    try context.show(result) { InvoiceView(context).lines(result.invoice) }
  }
}
