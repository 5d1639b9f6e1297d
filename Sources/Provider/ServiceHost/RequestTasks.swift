package import JSON
package import JSONRPC
package import PaymentsAPI
package import RPCRuntime
import Synchronization

/// The requests of one connection that take time. Each is answered by a task of its own, which is cancelled when the
/// connection ends.
package final class RequestTasks: Sendable {
  /// Why a request was refused.
  package typealias Failure = PaymentsFailure

  private struct Work {
    var connection: RPCConnection?
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var nextTask: UInt64 = 0
    var closed = false
    var closesAfterReply = false
  }

  private let work = Mutex(Work())

  /// Creates the value for a connection that is not open yet.
  package init() {}

  /// The connection while it is open, otherwise `nil`.
  package var connection: RPCConnection? { work.withLock { $0.connection } }

  /// Sets the connection when it is open.
  package func opened(_ connection: RPCConnection) { work.withLock { $0.connection = connection } }

  /// Cancels all tasks when the connection ends.
  package func closed() {
    let tasks = work.withLock { work in
      work.closed = true
      work.connection = nil
      return exchange(&work.tasks, with: [:])
    }
    for task in tasks.values { task.cancel() }
  }

  /// Ends the session after the request that is being answered has got its reply.
  package func closeAfterReply() { work.withLock { $0.closesAfterReply = true } }

  /// Answers a request with the result or the error of `body`.
  package func start(
    _ token: ReplyToken, on connection: RPCConnection,
    _ body: @escaping @Sendable () async throws(Failure) -> RawJSON
  ) {
    work.withLock { work in
      guard !work.closed else { return }
      work.nextTask += 1
      let id = work.nextTask
      work.tasks[id] = Task {
        let result: Result<Payload, RPCError>
        do throws(PaymentsFailure) {
          result = .success(.raw(try await body()))
        } catch {
          result = .failure(error.rpcError)
        }
        await connection.reply(to: token, with: result)
        let closes = self.work.withLock { work in
          work.tasks[id] = nil
          return work.closesAfterReply
        }
        if closes { await connection.close() }
      }
    }
  }
}
