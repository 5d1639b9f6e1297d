public import Transport

/// Connects to a provider or another server on loopback.
public enum WebSocketConnector {
  /// Opens a channel. It reads no message before ``MessageChannel/start(delegate:)``.
  ///
  /// No `Origin` is sent, no name is resolved, no proxy is used.
  ///
  /// - Parameters:
  ///   - url: the URL, such as `ws://127.0.0.1:PORT/v1`; `[::1]` and `localhost` are accepted too.
  ///   - subprotocols: the subprotocols to offer, in order of preference; the server has to select one of them. If the
  ///     list is empty, only a server that selects none is accepted; this is for foreign servers without subprotocols.
  ///   - user: if given, the server must belong to this user id, for servers that cannot prove their identity. Nothing
  ///     but the upgrade is sent before the check. It is checked on Linux only.
  ///   - thread: the thread on which the channel runs.
  ///   - limits: the limits of the channel.
  ///   - deadline: the time allowed for the connection and the upgrade together.
  /// - Throws: ``ConnectError``.
  public static func connect(
    to url: String, offering subprotocols: [String] = [WebSocketListener.subprotocol], servedBy user: UInt32? = nil,
    on thread: ServiceThread, limits: Limits = Limits(), deadline: Duration = .seconds(5)
  ) async throws(ConnectError) -> WebSocketChannel {
    let target = try ConnectTarget(url: url)
    let attempt = ConnectAttempt(
      to: target, offering: subprotocols, servedBy: user, on: thread, limits: limits, deadline: deadline)
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
