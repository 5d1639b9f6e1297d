public import JSONRPC

/// Serves one or more connections.
///
/// Each method is called on the connection's executor, isolated to the connection: ``RPCConnection/reply(to:with:)``
/// and the others can be called at once, without a task. What takes time must be moved elsewhere: while a method runs,
/// nothing else on the executor does. Requests come in the order in which they were sent; replies may be given in any
/// order, now or later, from anywhere.
public protocol RPCHandler: AnyObject, Sendable {
  /// The connection is open; nothing has been received yet. Called once, first.
  func opened(_ connection: isolated RPCConnection)

  /// A request that wants a reply, by its `token`.
  func received(_ request: IncomingRequest, on connection: isolated RPCConnection)

  /// A notification.
  func received(_ notification: IncomingNotification, on connection: isolated RPCConnection)

  /// ``RPCConnection/canSendMore`` had been false and is true again.
  func drained(_ connection: isolated RPCConnection)

  /// The connection has ended and has let go of the handler. Called once, last.
  func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding)
}

extension RPCHandler {
  /// Does nothing.
  public func opened(_ connection: isolated RPCConnection) {}

  /// Answers that there is no such method: for the side that only calls.
  public func received(_ request: IncomingRequest, on connection: isolated RPCConnection) {
    connection.reply(to: request.token, with: .failure(.methodNotFound))
  }

  /// Does nothing.
  public func received(_ notification: IncomingNotification, on connection: isolated RPCConnection) {}

  /// Does nothing, for those who send only replies.
  public func drained(_ connection: isolated RPCConnection) {}

  /// Does nothing.
  public func closed(_ connection: isolated RPCConnection, ending: ConnectionEnding) {}
}
