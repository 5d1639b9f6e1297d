import ArgumentParser
import PaymentsAPI
import PaymentsModel

/// The command `orders`, which lists this app's payment orders.
struct OrdersCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders", abstract: "List this app's payment orders, newest first.")
  static let longOptions = ["--currency", "--state-is", "--limit", "--before"]

  @Option(help: ArgumentHelp("Only those of this currency.", valueName: "cur"))
  var currency: CurrencyArgument?

  @Option(help: ArgumentHelp("Only those in this state.", valueName: "state"))
  var stateIs: OrderState?

  @OptionGroup var page: PageOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      ListPaymentOrders.self,
      .init(currency: currency?.code, before: page.before, limit: page.limit, state: stateIs))
    context.names.note(result.paymentOrders)
    try context.show(result) {
      result.paymentOrders.isEmpty
        ? ["No payment orders: \(context.command("pay CUR ADDRESS AMOUNT")) makes one."]
        : OrderView(context).table(result.paymentOrders)
    }
    try page.remarkNext(result.next, in: context)
  }
}
