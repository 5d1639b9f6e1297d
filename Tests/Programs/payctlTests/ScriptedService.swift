import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import Synchronization

@testable import payctl

/// A provider whose answers are given in advance, in order; it notes what it was asked. When the script is at its end,
/// a call waits until it is cancelled.
final class ScriptedService: ProviderCalls {
  enum Answer: Sendable {
    case result(JSONValue)
    case failure(any Error & Sendable)
  }

  private struct State {
    var answers: [Answer]
    var asked: [(method: String, params: JSONValue)] = []
  }

  private let state: Mutex<State>
  private let events: [Event]

  init(_ answers: [Answer], events: [Event] = []) {
    state = Mutex(State(answers: answers))
    self.events = events
  }

  static func answering(_ results: any Encodable...) throws -> ScriptedService {
    ScriptedService(try results.map { .result(try JSONBytesEncoder().encodeValue($0)) })
  }

  var asked: [(method: String, params: JSONValue)] { state.withLock { $0.asked } }

  func call<Method: PaymentsMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Result {
    try JSONValueDecoder().decode(from: await call(Method.name, JSONBytesEncoder().encodeValue(params)))
  }

  func call(_ method: String, _ params: JSONValue) async throws -> JSONValue {
    let answer = state.withLock { state in
      state.asked.append((method, params))
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    switch answer {
    case .result(let value): return value
    case .failure(let error): throw error
    case nil:
      try await Task.sleep(for: .seconds(3600))
      throw CancellationError()
    }
  }

  func follow(from cursor: EventCursor?, _ body: (Event) async throws -> Bool) async throws {
    for event in events where event.cursor > (cursor ?? .beginning) {
      guard try await body(event) else { return }
    }
  }

  func isOpen(_ request: PaymentRequestID) async -> Bool { false }

  func documents() async throws -> AppDocuments { throw DocumentError.noFolder }

  func enter(_ announcer: PairingAnnouncer?) async throws {}

  func close() async {}
}
