public import Transport

/// A failure of a call on this side or on the wire. A refusal by the peer is a `JSONRPC.RPCError` instead.
public enum ConnectionError: Error, Sendable, Hashable {
  /// The connection has ended. It is unknown whether the peer received the request or carried it out.
  case closed(ConnectionEnding)
  /// No answer arrived in time. It is unknown whether the peer carried out the request. The connection stays open.
  case timedOut
  /// The waiting task was cancelled. It is unknown whether the peer carried out the request.
  case cancelled
  /// The peer reads too slowly and the queue is full. Nothing was sent.
  case congested
  /// The message is larger than the protocol allows. Nothing was sent.
  case messageTooLarge
  /// The peer answered this call with a message that is no valid response.
  case malformedResponse
}

/// The reason why a connection ended.
public enum ConnectionEnding: Sendable, Hashable {
  /// This side closed the connection.
  case local
  /// The peer sent an encrypted goodbye, so it had nothing more to send.
  case goodbye
  /// The session has reached the age at which a new handshake is due.
  case aged
  /// A frame or a message violated the protocol. The keys are erased.
  case violation
  /// The carrier ended without a goodbye.
  case carrier(CloseReason)
}
