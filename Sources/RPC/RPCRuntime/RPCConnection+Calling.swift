public import JSON
public import JSONRPC
import Transport

/// A call that has no answer yet.
struct WaitingCall {
  let continuation: CheckedContinuation<Result<JSONValue, CallFailure>, Never>
  let timer: ScheduledJob?
}

/// The reason why a call failed: a refusal by the peer, or a failure on this side.
enum CallFailure: Error {
  case refused(RPCError)
  case local(ConnectionError)
}

extension RPCConnection {
  /// Calls a method of the peer and waits for its answer. Calls are sent in the order in which they are made; any
  /// number of calls may be open.
  ///
  /// - Parameters:
  ///   - method: its name.
  ///   - params: an array or an object; nil to leave them out.
  ///   - timeout: how long to wait; nil to wait as long as the connection lasts.
  /// - Throws: `RPCError` if the peer answered with an error; ``ConnectionError`` if there is no answer.
  public func call(method: String, params: Payload? = nil, timeout: Duration? = .seconds(30)) async throws -> JSONValue
  {
    if let ending { throw ConnectionError.closed(ending) }
    if Task.isCancelled { throw ConnectionError.cancelled }
    let (id, bytes) = peer.call(method: method, params: params)
    do {
      try send(bytes)
    } catch {
      peer.abandon(id)
      throw error
    }
    // Sending ends the connection if the keys may not be used for another frame.
    if let ending { throw ConnectionError.closed(ending) }
    let timer = timeout.map { timeout in
      loop.schedule(after: timeout) { [weak self] in self?.assumeIsolated { $0.abandon(id, .timedOut) } }
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        calls[id] = WaitingCall(continuation: continuation, timer: timer)
      }
    } onCancel: {
      // This runs as a later job of the executor, so the call above is registered by then.
      loop.submit { self.assumeIsolated { $0.abandon(id, .cancelled) } }
    }
    switch outcome {
    case .success(let value): return value
    case .failure(.refused(let error)): throw error
    case .failure(.local(let error)): throw error
    }
  }

  func settle(_ id: OutgoingIdentifier, _ outcome: Result<JSONValue, CallFailure>) {
    guard let call = calls.removeValue(forKey: id) else { return }
    call.timer?.cancel()
    call.continuation.resume(returning: outcome)
  }

  private func abandon(_ id: OutgoingIdentifier, _ error: ConnectionError) {
    peer.abandon(id)
    settle(id, .failure(.local(error)))
  }

  func failCalls(_ ending: ConnectionEnding) {
    let open = calls
    calls = [:]
    for call in open.sorted(by: { $0.key.number < $1.key.number }) {
      call.value.timer?.cancel()
      call.value.continuation.resume(returning: .failure(.local(.closed(ending))))
    }
  }
}
