public import JSONRPC

/// Serves one or more connections.
///
/// Each method is called on the connection's executor and isolated to the connection, so
/// ``RPCConnection/reply(to:with:)`` and its other methods can be called without a task. A method must not do lengthy
/// work itself, because nothing else runs on the executor meanwhile. Requests arrive in the order in which they were
/// sent. Replies may be given in any order, at once or later, from any thread.
public protocol RPCHandler: AnyObject, Sendable {
  /// Called once and first: the connection is open and nothing has been received yet.
  func opened(_ connection: isolated RPCConnection)

  /// Called for each request. The reply is given with its `token`.
  func received(_ request: IncomingRequest, on connection: isolated RPCConnection)

  /// Called for each notification.
  func received(_ notification: IncomingNotification, on connection: isolated RPCConnection)

  /// ``RPCConnection/canSendMore`` was false when it was read and is true again.
  func drained(_ connection: isolated RPCConnection)

  /// Called once, before the other side is told that the session ends and may act on it. What the session holds, such as
  /// its place or its question, is given back here, since the channel ends only when the other side has closed it too.
  func ends(_ connection: isolated RPCConnection)

  /// Called once and last: the connection has ended and has released the handler.
  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding)
}

extension RPCHandler {
  /// Does nothing.
  public func opened(_ connection: isolated RPCConnection) {}

  /// Answers that the method does not exist, for a side that only makes calls.
  public func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    connection.reply(to: request.token, with: .failure(.methodNotFound))
  }

  /// Does nothing.
  public func received(_ notification: IncomingNotification, on connection: isolated RPCConnection) {}

  /// Does nothing. Handlers that only reply need nothing else.
  public func drained(_ connection: isolated RPCConnection) {}

  /// Does nothing.
  public func ends(_ connection: isolated RPCConnection) {}

  /// Does nothing.
  public func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {}
}
