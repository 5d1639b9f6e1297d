public import Transport

/// Why a call has no answer: something on this side of the wire or the wire itself, never the peer's word.
/// A peer's refusal is a `JSONRPC.RPCError`.
public enum ConnectionError: Error, Sendable, Hashable {
  /// The connection has ended. Whether the peer has received or done what was asked is unknown.
  case closed(ConnectionEnding)
  /// No answer in time. Whether the peer has done what was asked is unknown; the connection goes on.
  case timedOut
  /// The waiting task was cancelled. Whether the peer has done what was asked is unknown.
  case cancelled
  /// The peer reads too slowly and the queue is full. Nothing was sent.
  case congested
  /// What was to be sent is larger than a message may be. Nothing was sent.
  case messageTooLarge
  /// The peer answered this call with something that is no response.
  case malformedResponse
}

/// How a connection ended.
public enum ConnectionEnding: Sendable, Hashable {
  /// This side said goodbye.
  case local
  /// The peer said goodbye under encryption: it left nothing unsent.
  case goodbye
  /// The session has reached the age at which a new handshake is due.
  case aged
  /// A frame or a message broke the rules; the keys are erased.
  case violation
  /// The carrier ended without a goodbye.
  case carrier(CloseReason)
}
