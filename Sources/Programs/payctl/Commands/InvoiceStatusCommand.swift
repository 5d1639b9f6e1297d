import ArgumentParser
import PaymentsAPI

/// The command `invoice-status`, which shows the current or the final state of an invoice.
struct InvoiceStatusCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "invoice-status", abstract: "Show an invoice; with --wait once it is settled or expired.")
  static let places: [CompletionPlace] = [.invoice]
  static let longOptions = ["--wait", "--qr", "--no-qr"]

  @Argument(help: "The invoice (inv_…), or the UUID of the request that made it.")
  var id: ObjectReference

  @Flag(help: "Wait until it is settled or expired; Ctrl-C only ends the wait.")
  var wait = false

  @Flag(inversion: .prefixedNo, help: "Draw a QR code.")
  var qr = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "inv_", hint: "a payment order: order-status shows it.")
  }

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      GetInvoiceRequestStatus.self, .init(invoiceID: id.invoiceID, requestID: id.requestID))
    context.names.note([result.invoice])
    guard wait else {
      return try context.show(result) {
        InvoiceView(context).lines(result.invoice)
          + QRView(terminal: context.terminal, isWanted: qr).lines(result.invoice.uri)
      }
    }
    try await InvoiceWait(context: context).run(from: result.invoice, showsResult: true)
  }
}
