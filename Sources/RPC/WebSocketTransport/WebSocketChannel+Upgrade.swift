import CLibWebSockets
import Transport

/// What happens before a client's channel is given out.
extension WebSocketChannel {
  // Answers to the library.
  private static let goOn: Int32 = 0
  private static let closeConnection: Int32 = -1

  /// A server accepted our upgrade.
  func upgradeAnswered(on socket: OpaquePointer) -> Int32 {
    guard let attempt = side as? ConnectAttempt else { return Self.closeConnection }
    // The library also accepts an answer that selects none, or one that was not offered.
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

  /// The upgrade is done.
  func established(on socket: OpaquePointer) -> Int32 {
    guard case .connecting = phase else { return Self.closeConnection }
    open()
    return Self.goOn
  }

  /// A client's connection failed before the upgrade.
  func connectionFailed(on socket: OpaquePointer) {
    if isReached, let attempt = side as? ConnectAttempt {
      let status = Int(lws_http_client_http_response(socket))
      attempt.fail(.upgradeRefused(status: status == 0 ? nil : status))
    }
    end(.lost)
  }
}
