import ArgumentParser
import PaymentsAPI

/// The command `addresses`, which lists the receiving addresses of this app.
struct AddressesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "addresses", abstract: "List the receiving addresses that were handed to this app, newest first.")
  static let places: [CompletionPlace] = [.currency]
  static let longOptions = ["--limit", "--before"]

  @Argument(help: "The currency code, such as LTC.")
  var currency: CurrencyArgument

  @OptionGroup var page: PageOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      AddressesForCurrency.self, .init(currency: currency.code, before: page.before, limit: page.limit))
    try context.show(result) {
      result.addresses.isEmpty
        ? ["No address yet: \(context.command("new-address", currency.code)) makes one."]
        : AddressView(terminal: context.terminal).table(result.addresses)
    }
    try page.remarkNext(result.next, in: context)
  }
}
