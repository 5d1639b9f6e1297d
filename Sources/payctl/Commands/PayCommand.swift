import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// `pay`: orders a payment.
struct PayCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "pay", abstract: "Order a payment; the wallet's owner is asked.",
    discussion: """
      It is paid at most once. Where the outcome of an order is not known, because the connection or the program ended, \
      the same command with --request-id tells it, and never pays twice. With --wait, Ctrl-C ends only the wait.
      """)
  static let places: [CompletionPlace] = [.currency, .other, .other]
  static let longOptions = ["--max-fee", "--request-id", "--wait", "--description", "--expires-in"]

  @Argument(help: "The currency code, such as LTC.")
  var currency: CurrencyArgument

  @Argument(help: "The recipient's address.")
  var address: String

  @Argument(help: "What the recipient gets, in the currency's unit, such as 0.5.")
  var amount: String

  @Option(help: ArgumentHelp("The largest fee to accept, in the currency's unit.", valueName: "fee"))
  var maxFee: String?

  @Option(help: ArgumentHelp("Repeats an order: the same id is never paid twice.", valueName: "uuid"))
  var requestID: RequestIDArgument?

  @Flag(help: "Wait until it is confirmed, or certain not to be paid.")
  var wait = false

  @Option(help: ArgumentHelp("What it is for; the owner sees it.", valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp("After this it is not sent any more: 90s, 10m, 2h, 1d.", valueName: "time"))
  var expiresIn: DurationArgument?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    _ = try AmountText.parse(amount)
    if let maxFee { _ = try AmountText.parse(maxFee, allowsZero: true) }
  }

  func run(in context: CommandContext) async throws {
    let request = requestID?.id ?? .random()
    let params = SubmitPaymentOrder.Params(
      requestID: request, currency: currency.code, address: address, amount: try AmountText.parse(amount),
      maxFee: try maxFee.map { try AmountText.parse($0, allowsZero: true) }, description: description,
      expiresAt: expiresIn.map { context.now().advanced(by: $0.duration) })
    // Connecting first: until then nothing can have been ordered, and errors need not speak of the request.
    let service = try await context.service()
    if context.isJSON {
      try context.terminal.write("{\"request_id\":\"\(request.text)\"}\n", to: .error)
    } else {
      try context.remark("Request \(request.text)")
    }
    let result: SubmitPaymentOrder.Result
    do {
      result = try await service.call(SubmitPaymentOrder.self, params)
    } catch {
      throw UncertainOutcome.failure(error, request: request, context: context)
    }
    context.names.note([result.paymentOrder])
    if result.replayed { try context.remark("This request was made before; nothing new was ordered.") }
    let order = result.paymentOrder
    guard wait else {
      try context.show(result) { OrderView(context).lines(order) }
      return try OrderWait.check(order)
    }
    try await OrderWait(context: context).run(from: order)
  }
}
