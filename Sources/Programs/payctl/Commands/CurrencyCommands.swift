import ArgumentParser
import PaymentsAPI

/// `balance`: what the wallet holds, where the owner lets the app know.
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

/// `range`: the least and the most.
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

/// `currencies`: what the wallet serves.
struct CurrenciesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "currencies", abstract: "List the currencies and whether each can be used now.")

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(ListCurrencies.self, .init())
    context.names.note(result.currencies)
    try context.show(result) { CurrencyView(terminal: context.terminal).table(result.currencies) }
  }
}
