import ArgumentParser
import JSON
import PaymentsAPI
import TerminalUI

/// The command `call`, which calls any method with any params.
struct CallCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: localized("Call a method of the specification as it is on the wire."),
    discussion: "Example: payctl call list_currencies '{}'. State-changing methods need a request_id of yours.")
  static let places: [CompletionPlace] = [.method, .other]

  @Argument(
    help: .localized("The method, such as list_currencies."), completion: .list(PaymentsMethods.all.map { $0.name }))
  var method: String

  @Argument(help: ArgumentHelp(localized("The params, a JSON object."), valueName: "json"))
  var paramsText: String = "{}"

  @OptionGroup var options: GlobalOptions

  func validate() throws { _ = try params() }

  func run(in context: CommandContext) async throws {
    let result = try await context.service().call(method, params())
    try context.writeJSON(result.text(style: context.isJSON ? .compact : .pretty))
  }

  private func params() throws -> JSONValue {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: paramsText)
    } catch {
      throw ValidationError(localized("The params are no JSON: \(error)."))
    }
    guard value.kind == .object else {
      throw ValidationError(localized("The params must be a JSON object, such as '{}'."))
    }
    return value
  }
}
