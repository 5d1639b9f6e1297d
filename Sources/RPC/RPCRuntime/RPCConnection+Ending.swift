import JSONRPC
import SecureSession
import Transport

extension RPCConnection {
  /// The one way in which an open connection is ended from this side: keys erased, calls failed, channel closing.
  func end(_ ending: ConnectionEnding, code: CloseCode, saysGoodbye: Bool) {
    guard isOpen else { return }
    if saysGoodbye {
      flushAll()
      // Sealing may itself have found the session dead, and ended it.
      guard isOpen else { return }
      // A goodbye behind frames that were left out would not open: then the close has to do.
      if frames.isEmpty, let goodbye = try? session.sealGoodbye() { transmit(goodbye) }
    }
    stage = .ending(ending)
    letGo(ending)
    channel.close(code)
  }

  /// The channel has ended.
  func finish(_ reason: CloseReason) {
    let ending: ConnectionEnding
    switch stage {
    case .open: ending = .carrier(reason)
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
