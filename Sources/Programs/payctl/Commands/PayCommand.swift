import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `pay`, which orders a payment.
struct PayCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "pay", abstract: localized("Order a payment; the wallet's owner is asked."),
    usage: """
      payctl pay <uri> [<amount>] [<options>]
      payctl pay <currency> <address> <amount> [<options>]
      """,
    discussion: """
      A payment URI (bitcoin:…, litecoin:…, monero:…) names the address, and mostly the amount and what it is for; a \
      shell wants it between single quotes. What it says is shown before it is ordered.

      It is paid at most once. Where the outcome of an order is not known, because the connection or the program ended, \
      the same command with --request-id tells it, and never pays twice. With --wait, Ctrl-C ends only the wait.
      """)
  static let places: [CompletionPlace] = [.currency, .other, .other]
  static let longOptions = ["--lightning", "--max-fee", "--request-id", "--wait", "--description", "--expires-in"]

  @Argument(
    help: ArgumentHelp(
      localized(
        "A payment URI; or the currency code (such as LTC), the recipient's address, and the amount in the currency's unit."
      ),
      valueName: "what"))
  var words: [String]

  @Option(help: ArgumentHelp(localized("The largest fee to accept, in the currency's unit."), valueName: "fee"))
  var maxFee: String?

  @Flag(help: .localized("Pay the Lightning invoice of the URI, and not its address."))
  var lightning = false

  @Option(help: ArgumentHelp(localized("Repeats an order: the same id is never paid twice."), valueName: "uuid"))
  var requestID: RequestIDArgument?

  @Flag(help: .localized("Wait until it is confirmed, or certain not to be paid."))
  var wait = false

  @Option(
    help: ArgumentHelp(localized("What it is for; the owner sees it. It replaces what a URI says."), valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp(localized("After this it is not sent any more: 90s, 10m, 2h, 1d."), valueName: "time"))
  var expiresIn: DurationArgument?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    _ = try PaymentTarget(words)
    if let maxFee { _ = try AmountText.parse(maxFee, allowsZero: true) }
  }

  func run(in context: CommandContext) async throws {
    let request = requestID?.id ?? .random()
    let payment = try await PaymentTarget(words).payment(
      in: context, isRepeated: requestID != nil, byLightning: lightning)
    let typedExpiry = expiresIn.map { context.now().advanced(by: $0.duration) }
    let params = SubmitPaymentOrder.Params(
      requestID: request, currency: payment.currency, address: payment.address, amount: payment.amount,
      maxFee: try maxFee.map { try AmountText.parse($0, allowsZero: true) },
      description: description ?? payment.description,
      expiresAt: [typedExpiry, payment.expiresAt].compactMap { $0 }.min())
    // The connection is made first. Until then nothing can have been ordered, so errors need not mention the request.
    let service = try await context.service()
    if context.isJSON {
      try context.terminal.write("{\"request_id\":\"\(request.text)\"}\n", to: .error)
    } else {
      try context.remark(localized("Request \(request.text)"))
    }
    let result: SubmitPaymentOrder.Result
    do {
      result = try await service.call(SubmitPaymentOrder.self, params)
    } catch {
      throw UncertainOutcome.failure(
        error, request: request, isOpen: await service.isOpen(request), context: context)
    }
    context.names.note(orders: [result.paymentOrder])
    if result.replayed { try context.remark(localized("This request was made before; nothing new was ordered.")) }
    let order = result.paymentOrder
    guard wait else {
      try context.show(result) { OrderView(context: context).lines(order) }
      return try OrderFollower.check(order)
    }
    try await OrderFollower(context: context).run(from: order)
  }
}
