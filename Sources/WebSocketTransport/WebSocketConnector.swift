public import Transport

/// Connects to a provider or another server on loopback.
public enum WebSocketConnector {
  /// Opens a channel. It reads nothing before ``MessageChannel/start(delegate:)``.
  ///
  /// No `Origin` is sent, no name is resolved, no proxy is used.
  ///
  /// - Parameters:
  ///   - url: such as `ws://127.0.0.1:PORT/v1`; `[::1]` and `localhost` are accepted too.
  ///   - subprotocols: what is offered, in the order of preference; the server has to select one of them. Without any, a
  ///     server that selects none is the only one accepted: for foreign servers that have no subprotocol.
  ///   - thread: where the channel lives.
  ///   - limits: of the channel.
  ///   - deadline: for the connection and the upgrade together.
  /// - Throws: ``ConnectError``.
  public static func connect(
    to url: String, offering subprotocols: [String] = [WebSocketListener.subprotocol], on thread: ServiceThread,
    limits: Limits = Limits(), deadline: Duration = .seconds(5)
  ) async throws(ConnectError) -> WebSocketChannel {
    let target = try ConnectTarget(url: url)
    let attempt = ConnectAttempt(
      to: target, offering: subprotocols, on: thread, limits: limits, deadline: deadline)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        thread.submit { attempt.begin(continuation) }
      }
    } onCancel: {
      thread.submit { attempt.fail(.cancelled) }
    }
    return try result.get()
  }
}
