import JSON
import PaymentsAPI
import PaymentsModel
import Synchronization
import TerminalUI

/// The environment in which a command runs.
struct CommandContext: Sendable {
  /// The terminal for input and output.
  let terminal: Terminal
  /// Whether results are JSON.
  let isJSON: Bool
  /// Whether the command was typed in the interactive mode.
  let isInteractive: Bool
  /// The connection to the provider, which is made when it is first needed.
  let link: ProviderLink
  /// The names that completion offers.
  let names: KnownNames
  /// Whether a command waits for the owner if this app is not paired yet.
  var waitsForPairing = true

  /// Returns the provider. It connects and pairs if necessary.
  func service() async throws -> any ProviderCalls {
    try await link.service(announcing: PairingAnnouncer(terminal: terminal, isJSON: isJSON, waits: waitsForPairing))
  }

  /// Calls a method of the specification.
  func call<Method: PaymentsMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Result {
    try await service().call(method, params)
  }

  /// Writes a result: as JSON for programs, or as lines for people.
  func show<Result: Encodable>(_ result: Result, _ lines: () throws -> [String]) throws {
    if isJSON {
      try writeJSON(String(decoding: JSONBytesEncoder().encode(result), as: UTF8.self))
    } else {
      try terminal.writeLines(lines())
    }
  }

  /// Writes a JSON document and a line break.
  func writeJSON(_ document: String) throws {
    try terminal.write(SafeJSON.text(document) + "\n")
  }

  /// Writes a remark for people to standard error. With `--json` nothing is written.
  func remark(_ text: String) throws {
    if !isJSON { try terminal.writeParagraphs([text], to: .error) }
  }

  /// Returns a command in the form in which it is typed here, for advice.
  func command(_ text: String) -> String {
    isInteractive ? text : "payctl " + text
  }

  /// Does the same with an additional name from outside, which is quoted so that it is one word for a shell.
  func command(_ text: String, _ name: String, _ rest: String = "") -> String {
    command(text) + " " + CommandWords.quoted(name) + (rest.isEmpty ? "" : " " + rest)
  }

  /// Returns the current time, for countdowns.
  func now() -> Timestamp { SystemWallClock().now() }
}

/// The currencies and identifiers that were seen, for completion. It can be used from any thread.
final class KnownNames: Sendable {
  private struct Names {
    var currencies: Set<String> = []
    var invoices: Set<String> = []
    var orders: Set<String> = []
  }

  private let names = Mutex(Names())

  var currencies: [String] { names.withLock { Array($0.currencies) } }
  var invoices: [String] { names.withLock { Array($0.invoices) } }
  var orders: [String] { names.withLock { Array($0.orders) } }

  func note(currencies: [CurrencyInfo]) {
    names.withLock { $0.currencies.formUnion(currencies.map(\.code)) }
  }

  func note(invoices: [Invoice]) {
    names.withLock { $0.invoices.formUnion(invoices.map(\.invoiceID.rawValue)) }
  }

  func note(orders: [PaymentOrder]) {
    names.withLock { $0.orders.formUnion(orders.map(\.orderID.rawValue)) }
  }
}
