import JSON
import JSONRPC
import RPCRuntime
import Synchronization

/// A handler that answers with a closure and reports its events as a stream.
final class ScriptedHandler: RPCHandler {
  enum Happening: Sendable, Equatable {
    case opened
    case request(String)
    case notification(String, JSONValue?)
    case drained
    case closed(ConnectionEnding)
  }

  typealias Answer = @Sendable (IncomingRequest, isolated RPCConnection) -> Void

  let happenings: AsyncStream<Happening>
  private let sink: AsyncStream<Happening>.Continuation
  private let answer: Answer
  private let connections = Mutex<[RPCConnection]>([])
  private let closings = Mutex(0)
  private let endings = Mutex(0)

  init(answer: @escaping Answer = ScriptedHandler.echo) {
    (happenings, sink) = AsyncStream.makeStream()
    self.answer = answer
  }

  /// An answer that returns the params.
  static let echo: Answer = { request, connection in
    connection.reply(to: request.token, with: .success(.value(request.params ?? .null)))
  }

  var connection: RPCConnection? { connections.withLock { $0.last } }
  var closedCount: Int { closings.withLock { $0 } }
  var endsCount: Int { endings.withLock { $0 } }

  /// Returns the first result of `pick` that is not nil for the next events.
  func first<T: Sendable>(_ pick: @Sendable (Happening) -> T?) async -> T? {
    for await happening in happenings {
      if let picked = pick(happening) { return picked }
    }
    return nil
  }

  func ending() async -> ConnectionEnding? {
    await first { if case .closed(let ending) = $0 { ending } else { nil } }
  }

  func opened(_ connection: isolated RPCConnection) {
    let opened = connection
    connections.withLock { $0.append(opened) }
    sink.yield(.opened)
  }

  func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    sink.yield(.request(request.method))
    answer(request, connection)
  }

  func received(_ notification: IncomingNotification, on connection: isolated RPCConnection) {
    sink.yield(.notification(notification.method, notification.params))
  }

  func drained(_ connection: isolated RPCConnection) { sink.yield(.drained) }

  func ends(_ connection: isolated RPCConnection) { endings.withLock { $0 += 1 } }

  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {
    closings.withLock { $0 += 1 }
    sink.yield(.closed(ending))
    // A test that still waits for an event fails then instead of hanging.
    sink.finish()
  }
}
