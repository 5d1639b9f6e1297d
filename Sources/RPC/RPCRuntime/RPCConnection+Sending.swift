public import JSONRPC
import SecureSession
import Transport

extension RPCConnection {
  /// Whether something may be sent that is not the reply to a request: false while the peer reads too slowly. Who finds
  /// it false is told by ``RPCHandler/drained(_:)`` and should ask again then, keeping nothing in a queue of its own.
  public var canSendMore: Bool {
    guard isOpen else { return false }
    if canSendNow { return true }
    owesDrained = true
    return false
  }

  /// Sends a notification.
  ///
  /// - Throws: ``ConnectionError/congested`` when ``canSendMore`` is false, ``ConnectionError/closed(_:)``,
  ///   ``ConnectionError/messageTooLarge``. Nothing was sent then.
  public func notify(method: String, params: Payload? = nil) throws(ConnectionError) {
    if let ending { throw .closed(ending) }
    guard canSendMore else { throw .congested }
    try send(peer.notify(method: method, params: params))
  }

  var canSendNow: Bool {
    frames.isEmpty && backlog.isEmpty && channel.queuedBytes < options.sendMark
  }

  /// Seals and sends a message, or keeps it for when the channel has drained.
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

  /// Sends what answers the peer, and gives the connection up where that is not possible. No more is read than what can
  /// be answered.
  func sendOrGiveUp(_ message: [UInt8]) {
    do {
      try send(message)
      if !canSendNow { pauseReading(.backlog) }
    } catch {
      switch error {
      case .messageTooLarge:
        // Only the replies of a batch, together, can come here.
        sendOrGiveUp(MessageEncoder.response(.failure(.resultTooLarge), id: .null))
      default: end(.local, code: .tryAgainLater, saysGoodbye: false)
      }
    }
  }

  private func sealAndSend(_ message: [UInt8]) {
    do {
      try session.seal(message) { frame in transmit(frame) }
    } catch {
      // The direction has carried all frames that it may, or the library failed: either way the keys are gone.
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
      // Of a channel that has closed we hear in a moment; the frame is then of no use.
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

  /// Seals all that is left, whatever the mark says: for the end, where the channel is the only bound.
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
