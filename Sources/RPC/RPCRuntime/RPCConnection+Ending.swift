import JSONRPC
import SecureSession
import Transport

extension RPCConnection {
  /// Ends an open connection from this side: erases the keys, fails the open calls and closes the channel. Nothing else
  /// does.
  func end(_ ending: ConnectionEnding, code: CloseCode, saysGoodbye: Bool) {
    guard isOpen else { return }
    if saysGoodbye {
      flushAll()
      // Sealing may have failed and ended the connection already.
      guard isOpen else { return }
    }
    stage = .ending(ending)
    handler?.ends(self)
    // The peer could not open a goodbye that follows frames which were never sent. In that case only the channel is
    // closed.
    if saysGoodbye, frames.isEmpty, let goodbye = try? session.sealGoodbye() { transmit(goodbye) }
    letGo(ending)
    channel.close(code)
  }

  /// Handles the end of the channel.
  func finish(_ reason: CloseReason) {
    let ending: ConnectionEnding
    switch stage {
    case .open:
      ending = .carrier(reason)
      stage = .ending(ending)
      handler?.ends(self)
    case .ending(let earlier): ending = earlier
    case .over: return
    }
    stage = .over(ending)
    letGo(ending)
    let handler = handler
    self.handler = nil
    handler?.closed(self, ending: ending)
  }

  private func letGo(_ ending: ConnectionEnding) {
    session.erase()
    lifetimeTimer?.cancel()
    lifetimeTimer = nil
    paceTimer?.cancel()
    paceTimer = nil
    frames = []
    backlog = []
    backlogBytes = 0
    _ = peer.failAll()
    failCalls(ending)
  }
}
