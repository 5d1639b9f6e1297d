import ArgumentParser
import JSON
import PaymentURI
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `uri`, which shows the content of a payment URI.
struct URICommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "uri", abstract: localized("Show what a payment URI says, without paying it."),
    discussion: "A shell wants the URI between single quotes.")
  static let longOptions = ["--qr", "--no-qr"]

  @Argument(help: .localized("The payment URI, such as litecoin:…"))
  var uri: String

  @Flag(inversion: .prefixedNo, help: .localized("Whether to draw a QR code of it."))
  var qr = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let (uri, info) = try await URIReading(text: uri).read(in: context)
    try context.show(Self.result(uri, info)) {
      URIView(context: context, currency: info).lines(uri, amount: uri.amount)
        + QRView(context: context, isWanted: qr).lines(uri.text)
    }
  }

  /// Returns the content of the URI as JSON, for programs.
  private static func result(_ uri: PaymentURI, _ info: CurrencyInfo) -> JSONValue {
    var value: JSONObject = [
      "currency": .string(info.code), "network": .string(info.network),
      "address": .string(uri.address(on: info.network)), "uri": .string(uri.text),
    ]
    value["amount"] = uri.amount.map { .string($0.text) }
    value["label"] = uri.label.map(JSONValue.string)
    value["message"] = uri.message.map(JSONValue.string)
    value["expires_at"] = uri.expiresAt.map { .string($0.text) }
    return .object(value)
  }
}
