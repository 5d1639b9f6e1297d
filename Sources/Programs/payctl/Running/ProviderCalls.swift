import Consumer
import JSON
import PaymentsAPI
import PaymentsModel

/// What the commands need of a connection to the provider; ``ConsumerService`` is the real one.
protocol ProviderCalls: Sendable {
  /// Calls a method of the specification.
  func call<Method: PaymentsMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Result
  /// Calls any method by its name.
  func call(_ method: String, _ params: JSONValue) async throws -> JSONValue
  /// Hands over the app's events after a cursor, past and future, until the body answers false; without a cursor only
  /// future ones. One such sequence at a time: a new one ends the one before.
  func follow(from cursor: EventCursor?, _ body: (Event) async throws -> Bool) async throws
  /// The app's documents, after asking where they go.
  func documents() async throws -> AppDocuments
  /// Sees to it that the owner has let the app in, who may have taken that back since: connects anew where that is
  /// necessary, shows the code by the announcer, and waits.
  func enter(_ announcer: PairingAnnouncer?) async throws
  /// Ends the connection with a goodbye.
  func close() async
}
