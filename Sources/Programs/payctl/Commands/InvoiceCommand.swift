import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `invoice`, which makes an invoice.
struct InvoiceCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "invoice", abstract: localized("Make an invoice, shown with its payment URI and QR code."),
    discussion: "Without an amount the payer decides how much.")
  static let places: [CompletionPlace] = [.currency, .other]
  static let longOptions = [
    "--description", "--expires-in", "--confirmations", "--request-id", "--wait", "--qr", "--no-qr",
  ]

  @Argument(help: .localized("The currency code, such as LTC."))
  var currency: CurrencyArgument

  @Argument(help: .localized("The amount in the currency's unit, such as 0.5."))
  var amount: String?

  @Option(help: ArgumentHelp(localized("What it is for; the payer may see it."), valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp(localized("How long the payer has: 90s, 10m, 2h, 1d."), valueName: "time"))
  var expiresIn: DurationArgument?

  @Option(help: ArgumentHelp(localized("Confirmations that make it settled."), valueName: "n"))
  var confirmations: Int?

  @Option(help: ArgumentHelp(localized("Repeats a request: the same id answers the same invoice."), valueName: "uuid"))
  var requestID: RequestIDArgument?

  @Flag(help: .localized("Wait until it is settled or expired; Ctrl-C only ends the wait."))
  var wait = false

  @Flag(inversion: .prefixedNo, help: .localized("Whether to draw a QR code; by default on a terminal."))
  var qr: Bool?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if let amount { _ = try AmountText.parse(amount) }
  }

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      InvoiceRequest.self,
      .init(
        requestID: requestID?.id ?? .random(), currency: currency.code,
        amount: try amount.map { try AmountText.parse($0) },
        description: description, confirmations: confirmations,
        expiresAt: expiresIn.map { context.now().advanced(by: $0.duration) }))
    context.names.note(invoices: [result.invoice])
    let waits = wait && !InvoiceWait.isFinal(result.invoice)
    // A program gets one document per command. With --wait that is the final state.
    if !waits || !context.isJSON {
      try context.show(result) {
        InvoiceView(context: context).lines(result.invoice)
          + QRView(context: context, isWanted: qr).lines(result.invoice.uri)
      }
    }
    if wait { try await InvoiceWait(context: context).run(from: result.invoice, showsResult: waits) }
  }
}
