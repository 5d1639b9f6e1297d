import CLibWebSockets
import Transport

/// The steps before a client's channel is passed to its caller.
extension WebSocketChannel {
  // Return values for the library.
  private static let goOn: Int32 = 0
  private static let closeConnection: Int32 = -1

  /// Handles the server's acceptance of the upgrade. Returns the value for the library.
  func upgradeAnswered(on socket: OpaquePointer) -> Int32 {
    guard let attempt = side as? ConnectAttempt else { return Self.closeConnection }
    // The library also accepts an answer that selects no subprotocol or one that was not offered.
    let selected = AnswerHeaders(socket: socket).value(WSI_TOKEN_PROTOCOL) ?? ""
    guard attempt.subprotocols.isEmpty ? selected.isEmpty : attempt.subprotocols.contains(selected) else {
      attempt.fail(.wrongSubprotocol)
      return Self.closeConnection
    }
    guard attempt.isServed(by: socket) else {
      attempt.fail(.otherUser)
      return Self.closeConnection
    }
    peer = PeerDescription(
      address: peer.address, port: peer.port, userIdentifier: nil, offeredSubprotocols: peer.offeredSubprotocols,
      selectedSubprotocol: selected, authority: peer.authority)
    return Self.goOn
  }

  /// Opens the channel after the upgrade. Returns the value for the library.
  func established(on socket: OpaquePointer) -> Int32 {
    guard case .connecting = phase else { return Self.closeConnection }
    open()
    return Self.goOn
  }

  /// Handles the failure of a client's connection before the upgrade.
  func connectionFailed(on socket: OpaquePointer) {
    if isReached, let attempt = side as? ConnectAttempt {
      let status = Int(lws_http_client_http_response(socket))
      attempt.fail(.upgradeRefused(status: status == 0 ? nil : status))
    }
    end(.lost)
  }
}

/// Reads the headers of a server's answer. They are available only while the library still holds them.
struct AnswerHeaders {
  let socket: OpaquePointer

  /// The value of a header as it was sent; nil if it is absent, empty or longer than the library's own limit.
  func value(_ token: lws_token_indexes) -> String? {
    let count = Int(lws_hdr_total_length(socket, token))
    guard count > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer in
      guard lws_hdr_copy(socket, buffer.baseAddress, Int32(buffer.count), token) > 0 else { return nil }
      return buffer.baseAddress.map { String(cString: $0) }
    }
  }
}
