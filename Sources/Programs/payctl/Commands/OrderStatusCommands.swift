import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `order-status`, which shows the current or the final state of an order.
struct OrderStatusCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "order-status", abstract: localized("Show a payment order; with --wait once its outcome is certain."))
  static let places: [CompletionPlace] = [.order]
  static let longOptions = ["--wait"]

  @Argument(
    help: .localized("The order (ord_…) or a part of its id, or the UUID of the request that made it."),
    completion: ShellCompletion.orders)
  var id: ObjectReference

  @Flag(help: .localized("Wait until it is confirmed, or certain not to be paid; Ctrl-C only ends the wait."))
  var wait = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "ord_") { localized("'\($0)' is an invoice: invoice-status shows it.") }
  }

  func run(in context: CommandContext) async throws {
    let params: GetPaymentOrderStatus.Params =
      if let requestID = id.requestID { .init(requestID: requestID) } else {
        .init(orderID: try await id.order(in: context))
      }
    let result = try await context.call(GetPaymentOrderStatus.self, params)
    context.names.note(orders: [result.paymentOrder])
    guard wait else {
      return try context.show(result) { OrderView(context: context).lines(result.paymentOrder) }
    }
    try await OrderFollower(context: context).run(from: result.paymentOrder)
  }
}

/// The command `cancel-order`, which cancels an order that was not sent yet.
struct CancelOrderCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel-order", abstract: localized("Withdraw a payment order that was not sent yet."))
  static let places: [CompletionPlace] = [.order]
  static let longOptions = ["--request-id"]

  @Argument(
    help: .localized("The order (ord_…) or a part of its id, or the UUID of the request that made it."),
    completion: ShellCompletion.orders)
  var id: ObjectReference

  @Option(help: ArgumentHelp(localized("Repeats a cancellation."), valueName: "uuid"))
  var requestID: RequestIDArgument?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "ord_") { localized("'\($0)' is an invoice: cancel-invoice withdraws it.") }
  }

  func run(in context: CommandContext) async throws {
    let order = try await id.order(in: context)
    let result = try await context.call(
      CancelPaymentOrder.self, .init(requestID: requestID?.id ?? .random(), orderID: order))
    try context.show(result) { OrderView(context: context).lines(result.paymentOrder) }
  }
}

/// The command `orders`, which lists this app's payment orders.
struct OrdersCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders", abstract: localized("List this app's payment orders, newest first."))
  static let longOptions = ["--currency", "--only", "--limit", "--before"]

  @Option(help: ArgumentHelp(localized("Only those of this currency."), valueName: "cur"))
  var currency: CurrencyArgument?

  @Option(help: ArgumentHelp(localized("Only those in this state."), valueName: "state"))
  var only: OrderState?

  @OptionGroup var page: PageOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      ListPaymentOrders.self,
      .init(currency: currency?.code, before: page.before, limit: page.limit, state: only))
    context.names.note(orders: result.paymentOrders)
    try context.show(result) {
      result.paymentOrders.isEmpty
        ? [localized("No payment orders: \(context.command(localized("pay CUR ADDRESS AMOUNT"))) makes one.")]
        : OrderView(context: context).table(result.paymentOrders)
    }
    try page.remarkNext(result.next, in: context)
  }
}
