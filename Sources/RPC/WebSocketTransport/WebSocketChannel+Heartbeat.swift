import Transport

/// What a client knows of a server that hangs: the kernel goes on taking bytes for it, and the connection seems to be well.
extension WebSocketChannel {
  /// Handles a pong, which nobody has asked for. Only a server that sends them is expected to go on.
  func heartbeat() {
    let isFirst = silentLooks == nil
    silentLooks = 0
    if isFirst { lookLater() }
  }

  /// Looks are counted, and not the time since the last byte: it passes as well while this process or the machine sleeps.
  private func lookLater() {
    thread.schedule(after: limits.look) { [weak self] in self?.look() }
  }

  private func look() {
    guard case .open = phase, let silentLooks else { return }
    // Who does not read hears nothing.
    self.silentLooks = isFlowing ? silentLooks + 1 : 0
    guard self.silentLooks == Limits.silentLooks else { return lookLater() }
    kill(.lost)
  }
}
