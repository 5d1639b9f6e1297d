import ArgumentParser
import PaymentsAPI

/// The command `order-status`, which shows the current or the final state of an order.
struct OrderStatusCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "order-status", abstract: "Show a payment order; with --wait once its outcome is certain.")
  static let places: [CompletionPlace] = [.order]
  static let longOptions = ["--wait"]

  @Argument(help: "The order (ord_…), or the UUID of the request that made it.")
  var id: ObjectReference

  @Flag(help: "Wait until it is confirmed, or certain not to be paid; Ctrl-C only ends the wait.")
  var wait = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "ord_", hint: "an invoice: invoice-status shows it.")
  }

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      GetPaymentOrderStatus.self, .init(orderID: id.orderID, requestID: id.requestID))
    context.names.note([result.paymentOrder])
    guard wait else {
      return try context.show(result) { OrderView(context).lines(result.paymentOrder) }
    }
    try await OrderFollower(context: context).run(from: result.paymentOrder)
  }
}
