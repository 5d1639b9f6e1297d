/// The reason why a listener refused a connection before there was a channel. It never contains bytes that the peer
/// sent.
public enum Refusal: Sendable, Hashable {
  /// The listener has reached its maximum number of sockets, and all of them are authenticated.
  case tooManySockets
  /// The socket was not authenticated, its handshake had progressed least, and it was closed to make room for a new
  /// one.
  case displaced
  /// The socket at the other end belongs to another user, or the other end has already closed it.
  case otherUser
  /// The kernel does not show the socket at the other end.
  case unknownUser
  /// The bytes are not an HTTP/1.1 request that could become an upgrade, or the head is longer than 4 KiB.
  case malformedRequest
  /// The request is not an upgrade to WebSocket.
  case notAnUpgrade
  /// The request has another path than the configured one, or a query.
  case wrongPath
  /// The request has an `Origin` that is not allowed, as one from a web page.
  case originNotAllowed
  /// The `Host` is not exactly one of the listener's own names, as after DNS rebinding.
  case wrongHost
  /// The request has no `Connection: Upgrade`, or its `Sec-WebSocket-Key` does not encode 16 bytes.
  case malformedUpgrade
  /// The request asks for a WebSocket version other than 13.
  case unsupportedVersion
  /// The request offers no subprotocol.
  case missingSubprotocol
  /// The request offers only other subprotocols.
  case wrongSubprotocol
  /// The session of a page does not admit the request.
  case notAdmitted
  /// The peer was not authenticated in time.
  case handshakeDeadline
  /// The listener is stopping.
  case stopping
  /// A system call failed while the connection was taken over.
  case system
}
