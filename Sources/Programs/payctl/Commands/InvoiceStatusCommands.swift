import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `invoice-status`, which shows the current or the final state of an invoice.
struct InvoiceStatusCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "invoice-status", abstract: localized("Show an invoice; with --wait once it is settled or expired."))
  static let places: [CompletionPlace] = [.invoice]
  static let longOptions = ["--wait", "--qr", "--no-qr"]

  @Argument(
    help: .localized("The invoice (inv_…) or a part of its id, or the UUID of the request that made it."),
    completion: ShellCompletion.invoices)
  var id: ObjectReference

  @Flag(help: .localized("Wait until it is settled or expired; Ctrl-C only ends the wait."))
  var wait = false

  @Flag(inversion: .prefixedNo, help: .localized("Whether to draw a QR code."))
  var qr = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "inv_") { localized("'\($0)' is a payment order: order-status shows it.") }
  }

  func run(in context: CommandContext) async throws {
    let params: GetInvoiceRequestStatus.Params =
      if let requestID = id.requestID { .init(requestID: requestID) } else {
        .init(invoiceID: try await id.invoice(in: context))
      }
    let result = try await context.call(GetInvoiceRequestStatus.self, params)
    context.names.note(invoices: [result.invoice])
    guard wait else {
      return try context.show(result) {
        InvoiceView(context: context).lines(result.invoice)
          + QRView(context: context, isWanted: qr).lines(result.invoice.uri)
      }
    }
    try await InvoiceWait(context: context).run(from: result.invoice, showsResult: true)
  }
}

/// The command `cancel-invoice`, which cancels an invoice for which no payment was seen yet.
struct CancelInvoiceCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel-invoice", abstract: localized("Withdraw an invoice for which nothing was seen yet."))
  static let places: [CompletionPlace] = [.invoice]
  static let longOptions = ["--request-id"]

  @Argument(
    help: .localized("The invoice (inv_…) or a part of its id, or the UUID of the request that made it."),
    completion: ShellCompletion.invoices)
  var id: ObjectReference

  @Option(help: ArgumentHelp(localized("Repeats a cancellation."), valueName: "uuid"))
  var requestID: RequestIDArgument?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "inv_") { localized("'\($0)' is a payment order: cancel-order withdraws it.") }
  }

  func run(in context: CommandContext) async throws {
    let invoice = try await id.invoice(in: context)
    let result = try await context.call(
      CancelInvoiceRequest.self, .init(requestID: requestID?.id ?? .random(), invoiceID: invoice))
    try context.show(result) { InvoiceView(context: context).lines(result.invoice) }
  }
}
