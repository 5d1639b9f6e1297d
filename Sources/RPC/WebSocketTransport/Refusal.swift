/// Why a listener turned somebody away before there was a channel. Never holds what the peer sent.
public enum Refusal: Sendable, Hashable {
  /// The listener has as many sockets as it may, all of them authenticated.
  case tooManySockets
  /// It was not authenticated, had got least far, and made room for a newcomer.
  case displaced
  /// The socket at the other end belongs to another user, or the other end has gone already.
  case otherUser
  /// The kernel does not show the socket at the other end.
  case unknownUser
  /// Bytes that are no request by HTTP/1.1 that could become an upgrade, or more than 4 KiB of them.
  case malformedRequest
  /// A request that is not an upgrade to WebSocket.
  case notAnUpgrade
  /// Another path than the configured one, or a query.
  case wrongPath
  /// An `Origin` that is not allowed: a web page.
  case originNotAllowed
  /// A `Host` that is not exactly one of the listener's own: a rebound name.
  case wrongHost
  /// An upgrade without `Connection: Upgrade`, or whose `Sec-WebSocket-Key` is not one of 16 bytes.
  case malformedUpgrade
  /// A WebSocket version other than 13.
  case unsupportedVersion
  /// No subprotocol is asked for.
  case missingSubprotocol
  /// Only other subprotocols are asked for.
  case wrongSubprotocol
  /// Not authenticated in time.
  case handshakeDeadline
  /// The listener is stopping.
  case stopping
  /// The system failed to take the connection over.
  case system
}
