public import Transport

/// Connects to a provider or another server on loopback.
public enum WebSocketConnector {
  /// Opens a channel. It reads nothing before ``MessageChannel/start(delegate:)``.
  ///
  /// No `Origin` is sent, no name is resolved, no proxy is used.
  ///
  /// - Parameters: - url: such as `ws://127.0.0.1:PORT/v1`; `[::1]` and `localhost` are accepted too. - subprotocols:
  ///   what is offered, in the order of preference; the server has to select one of them. Without any, a server that
  ///   selects none is the only one accepted: for foreign servers that have no subprotocol. - user: where given, only a
  ///   server of this user id is spoken to, for one that cannot prove who it is; before anything but the upgrade is
  ///   sent. Checked on Linux. - thread: where the channel lives. - limits: of the channel. - deadline: for the
  ///   connection and the upgrade together.
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
