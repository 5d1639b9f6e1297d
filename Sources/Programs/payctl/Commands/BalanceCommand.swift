import ArgumentParser
import PaymentsAPI

/// The command `balance`, which shows the wallet's balance if the owner has granted that to the app.
struct BalanceCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "balance", abstract: "Show what the wallet holds; never granted by default.")
  static let places: [CompletionPlace] = [.currency]

  @Argument(help: "The currency code, such as LTC.")
  var currency: CurrencyArgument

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(GetBalance.self, .init(currency: currency.code))
    try context.show(result) { CurrencyView(terminal: context.terminal).lines(result) }
  }
}
