import ArgumentParser
import PaymentsAPI
import PaymentsModel

/// The command `cancel-order`, which cancels an order that was not sent yet.
struct CancelOrderCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel-order", abstract: "Withdraw a payment order that was not sent yet.")
  static let places: [CompletionPlace] = [.order]
  static let longOptions = ["--request-id"]

  @Argument(help: "The order (ord_…), or the UUID of the request that made it.")
  var id: ObjectReference

  @Option(help: ArgumentHelp("Repeats a cancellation.", valueName: "uuid"))
  var requestID: RequestIDArgument?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try id.check(prefix: "ord_", hint: "an invoice: cancel-invoice withdraws it.")
  }

  func run(in context: CommandContext) async throws {
    let order: OrderID
    if let named = id.orderID {
      order = named
    } else {
      let status = try await context.call(GetPaymentOrderStatus.self, .init(requestID: id.requestID))
      order = status.paymentOrder.orderID
    }
    let result = try await context.call(
      CancelPaymentOrder.self, .init(requestID: requestID?.id ?? .random(), orderID: order))
    try context.show(result) { OrderView(context).lines(result.paymentOrder) }
  }
}
