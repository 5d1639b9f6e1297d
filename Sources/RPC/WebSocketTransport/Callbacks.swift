import CLibWebSockets
import Transport

// The library calls these functions on the service thread only. They find the owner of a socket through the socket's
// opaque user data: an unretained pointer that is valid until the socket is destroyed, because the `WebSocketContext`
// keeps the owner until then.

// The return value that makes the library close the connection.
private let closeConnection: Int32 = -1

/// Handles the callbacks of WebSocket connections to a server, and refuses all other uses.
func socketCallback(
  _ socket: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let socket else { return 0 }
  switch reason {
  case LWS_CALLBACK_CLIENT_RECEIVE:
    return owner(socket)?.received(UnsafeRawBufferPointer(start: data, count: count), on: socket) ?? closeConnection
  case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
    owner(socket)?.heartbeat()
    return 0
  case LWS_CALLBACK_CLIENT_WRITEABLE:
    return owner(socket)?.writable(on: socket) ?? closeConnection
  default:
    return connectionCallback(socket, reason, data, count)
  }
}

private func connectionCallback(
  _ socket: OpaquePointer, _ reason: lws_callback_reasons, _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  switch reason {
  case LWS_CALLBACK_CLIENT_ESTABLISHED:
    return owner(socket)?.established(on: socket) ?? closeConnection
  case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    let payload = UnsafeRawBufferPointer(start: data, count: count)
    owner(socket)?.peerClosed(
      payload.count >= 2 ? CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1])) : .noStatus)
    return 0
  case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLOSED_HTTP:
    owner(socket)?.carrierClosed(reason: libraryReason(of: socket))
    return 0
  case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
    owner(socket)?.isReached = true
    return 0
  case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH:
    return owner(socket)?.upgradeAnswered(on: socket) ?? closeConnection
  case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    owner(socket)?.connectionFailed(on: socket)
    return 0
  case LWS_CALLBACK_WSI_DESTROY:
    socketDestroyed(socket)
    return 0
  // These are callbacks of a server, and the library is used only as a client.
  case LWS_CALLBACK_HTTP, LWS_CALLBACK_HTTP_BODY, LWS_CALLBACK_HTTP_CONFIRM_UPGRADE,
    LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION, LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_RECEIVE, LWS_CALLBACK_RAW_ADOPT,
    LWS_CALLBACK_RAW_RX:
    return closeConnection
  default:
    return 0
  }
}

/// Handles the callbacks of listening sockets.
func doorCallback(
  _ socket: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let socket else { return 0 }
  switch reason {
  case LWS_CALLBACK_RAW_RX_FILE:
    if let key = lws_get_opaque_user_data(socket) {
      Unmanaged<ListeningSocket>.fromOpaque(key).takeUnretainedValue().acceptWaiting()
    }
    return 0
  default:
    return 0
  }
}

/// Handles the callbacks of accepted connections. The library only reports when they can be read and written.
func acceptedCallback(
  _ socket: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let socket, let key = lws_get_opaque_user_data(socket) else { return 0 }
  let accepted = Unmanaged<AcceptedSocket>.fromOpaque(key)
  return switch reason {
  case LWS_CALLBACK_RAW_RX_FILE: accepted.takeUnretainedValue().readable()
  case LWS_CALLBACK_RAW_WRITEABLE_FILE: accepted.takeUnretainedValue().writable()
  default: 0
  }
}

/// The close code that the library itself has chosen, for example after a broken frame.
private func libraryReason(of socket: OpaquePointer) -> CloseCode? {
  guard lws_get_close_length(socket) >= 2, let payload = lws_get_close_payload(socket) else { return nil }
  return CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
}

private func owner(_ socket: OpaquePointer) -> WebSocketChannel? {
  guard let key = lws_get_opaque_user_data(socket) else { return nil }
  return Unmanaged<WebSocketChannel>.fromOpaque(key).takeUnretainedValue()
}

private func socketDestroyed(_ socket: OpaquePointer) {
  guard let key = lws_get_opaque_user_data(socket), let library = lws_context_user(lws_get_context(socket)) else {
    return
  }
  guard let home = library.load(as: UnsafeMutableRawPointer?.self) else { return }
  Unmanaged<WebSocketContext>.fromOpaque(home).takeUnretainedValue().socketDestroyed(key)
}
