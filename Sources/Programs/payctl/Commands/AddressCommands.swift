import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `addresses`, which lists the receiving addresses of this app.
struct AddressesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "addresses",
    abstract: localized("List the receiving addresses that were handed to this app, newest first."))
  static let places: [CompletionPlace] = [.currency]
  static let longOptions = ["--limit", "--before"]

  @Argument(help: .localized("The currency code, such as LTC."))
  var currency: CurrencyArgument

  @OptionGroup var page: PageOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let result = try await context.call(
      AddressesForCurrency.self, .init(currency: currency.code, before: page.before, limit: page.limit))
    try context.show(result) {
      result.addresses.isEmpty
        ? [localized("No address yet: \(context.command("new-address", currency.code)) makes one.")]
        : AddressView(context: context).table(result.addresses)
    }
    try page.remarkNext(result.next, in: context)
  }
}

/// The command `new-address`, which makes a receiving address.
struct NewAddressCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-address", abstract: localized("Make a fresh receiving address, shown with its QR code."))
  static let places: [CompletionPlace] = [.currency]
  static let longOptions = ["--label", "--request-id", "--qr", "--no-qr"]

  @Argument(help: .localized("The currency code, such as LTC."))
  var currency: CurrencyArgument

  @Option(help: ArgumentHelp(localized("What it is for, kept with it."), valueName: "text"))
  var label: String?

  @Option(help: ArgumentHelp(localized("Repeats a request: the same id answers the same address."), valueName: "uuid"))
  var requestID: RequestIDArgument?

  @Flag(inversion: .prefixedNo, help: .localized("Whether to draw a QR code; by default on a terminal."))
  var qr: Bool?

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let request = requestID?.id ?? .random()
    let result = try await context.call(
      NewAddressForCurrency.self, .init(requestID: request, currency: currency.code, label: label))
    try context.show(result) {
      AddressView(context: context).lines(result.address)
        + QRView(context: context, isWanted: qr).lines(result.address.uri)
    }
  }
}
