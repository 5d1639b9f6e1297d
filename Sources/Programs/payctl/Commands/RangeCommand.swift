import ArgumentParser
import PaymentsAPI

/// The command `range`, which shows the smallest and largest amounts that are possible now.
struct RangeCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "range", abstract: "Show the least and the most that can be received and paid now.")
  static let places: [CompletionPlace] = [.currency]

  @Argument(help: "The currency code, such as LTC.")
  var currency: CurrencyArgument

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(GetAmountRangeForCurrency.self, .init(currency: currency.code))
    try context.show(result) { CurrencyView(terminal: context.terminal).lines(result, now: context.now()) }
  }
}
