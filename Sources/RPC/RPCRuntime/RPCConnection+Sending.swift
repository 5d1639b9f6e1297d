public import JSONRPC
import SecureSession
import Transport

extension RPCConnection {
  /// Whether a message that is not the reply to a request may be sent. It is false while the peer reads too slowly.
  /// ``RPCHandler/drained(_:)`` is then called when it becomes true; until then a caller should not queue messages of
  /// its own.
  public var canSendMore: Bool {
    guard isOpen else { return false }
    if canSendNow { return true }
    owesDrained = true
    return false
  }

  /// Sends a notification.
  ///
  /// - Throws: ``ConnectionError/congested`` when ``canSendMore`` is false, ``ConnectionError/closed(_:)``,
  ///   ``ConnectionError/messageTooLarge``. In all cases nothing was sent.
  public func notify(method: String, params: Payload? = nil) throws(ConnectionError) {
    if let ending { throw .closed(ending) }
    guard canSendMore else { throw .congested }
    try send(peer.notify(method: method, params: params))
  }

  var canSendNow: Bool {
    frames.isEmpty && backlog.isEmpty && channel.queuedBytes < options.sendMark
  }

  /// Seals and sends a message, or queues it until the channel has drained.
  func send(_ message: [UInt8]) throws(ConnectionError) {
    guard message.count <= SecureChannel.maximumMessageSize else { throw .messageTooLarge }
    if canSendNow {
      sealAndSend(message)
      return
    }
    guard backlogBytes + message.count <= options.backlogBytes else { throw .congested }
    backlog.append(message)
    backlogBytes += message.count
  }

  /// Sends an answer to the peer, and ends the connection if that is not possible. While answers wait, reading is
  /// paused, so the connection never reads more requests than it can answer.
  func sendOrGiveUp(_ message: [UInt8]) {
    do {
      try send(message)
      if !canSendNow { pauseReading(.backlog) }
    } catch {
      switch error {
      case .messageTooLarge:
        // Only the combined replies of a batch can be too large here.
        sendOrGiveUp(MessageEncoder.response(.failure(.resultTooLarge), id: .null))
      default: end(.local, code: .tryAgainLater, saysGoodbye: false)
      }
    }
  }

  private func sealAndSend(_ message: [UInt8]) {
    do {
      try session.seal(message) { frame in transmit(frame) }
    } catch {
      // Either this direction has sent the maximum number of frames or the cryptography library failed. In both cases
      // the keys have been erased.
      end(error == .exhausted ? .aged : .violation, code: .policyViolation, saysGoodbye: false)
    }
  }

  func transmit(_ frame: consuming [UInt8]) {
    guard frames.isEmpty else {
      frames.append(frame)
      return
    }
    let frame = frame
    do {
      try channel.send(.binary(frame))
    } catch {
      // If the channel has closed, its delegate call follows soon and the frame is of no use.
      if error == .queueFull { frames.append(frame) }
    }
  }

  func drained() {
    guard isOpen else { return }
    flush()
    resumeIfPossible()
    if owesDrained, canSendNow, isOpen {
      owesDrained = false
      handler?.drained(self)
    }
  }

  private func flush() {
    let held = frames
    frames = []
    for frame in held { transmit(frame) }
    var sent = 0
    while sent < backlog.count, isOpen, frames.isEmpty, channel.queuedBytes < options.sendMark {
      backlogBytes -= backlog[sent].count
      sealAndSend(backlog[sent])
      sent += 1
    }
    if sent > 0, isOpen { backlog.removeFirst(sent) }
  }

  /// Seals all queued messages whatever `sendMark` says. It is used at the end of the connection, where only the
  /// channel's own limit applies.
  func flushAll() {
    let held = frames
    frames = []
    for frame in held { transmit(frame) }
    let messages = backlog
    backlog = []
    backlogBytes = 0
    for message in messages where !session.isErased { sealAndSend(message) }
  }
}
