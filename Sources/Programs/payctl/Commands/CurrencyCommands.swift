import ArgumentParser
import PaymentsAPI
import TerminalUI

/// The command `balance`, which shows the wallet's balance if the owner has granted that to the app.
struct BalanceCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "balance", abstract: localized("Show what the wallet holds; never granted by default."))
  static let places: [CompletionPlace] = [.currency]

  @Argument(help: .localized("The currency code, such as LTC."))
  var currency: CurrencyArgument

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(GetBalance.self, .init(currency: currency.code))
    try context.show(result) { CurrencyView(context: context).lines(result) }
  }
}

/// The command `range`, which shows the smallest and largest amounts that are possible now.
struct RangeCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "range", abstract: localized("Show the least and the most that can be received and paid now."))
  static let places: [CompletionPlace] = [.currency]

  @Argument(help: .localized("The currency code, such as LTC."))
  var currency: CurrencyArgument

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(GetAmountRangeForCurrency.self, .init(currency: currency.code))
    try context.show(result) { CurrencyView(context: context).lines(result) }
  }
}

/// The command `currencies`, which lists the currencies of the wallet.
struct CurrenciesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "currencies", abstract: localized("List the currencies and whether each can be used now."))

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(ListCurrencies.self, .init())
    context.names.note(currencies: result.currencies)
    try context.show(result) { CurrencyView(context: context).table(result.currencies) }
  }
}
