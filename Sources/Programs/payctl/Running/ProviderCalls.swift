import Consumer
import JSON
import PaymentsAPI
import PaymentsModel

/// The operations of a provider that the commands need. ``ConsumerService`` implements them.
protocol ProviderCalls: Sendable {
  /// Calls a method of the specification.
  func call<Method: PaymentsMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Result
  /// Calls a method by its name.
  func call(_ method: String, _ params: JSONValue) async throws -> JSONValue
  /// Passes the app's events after a cursor to the body, past and future ones, until it returns false. Without a cursor
  /// it passes only future events. There is only one such stream at a time: a new one ends the previous one.
  func follow(from cursor: EventCursor?, _ body: (Event) async throws -> Bool) async throws
  /// Returns the app's documents, after asking the provider where they are put.
  func documents() async throws -> AppDocuments
  /// Makes sure that the owner has paired the app, and has not revoked it since. If necessary it connects again, shows
  /// the code with the announcer, and waits.
  func enter(_ announcer: PairingAnnouncer?) async throws
  /// Closes the connection.
  func close() async
}
