import ArgumentParser
import PaymentsAPI

/// The command `currencies`, which lists the currencies of the wallet.
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
