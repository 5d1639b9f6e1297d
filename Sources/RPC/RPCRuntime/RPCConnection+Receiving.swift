import JSONRPC
import SecureSession
import Transport

extension RPCConnection: ChannelUser {
  nonisolated func received(_ message: Message, from relay: ChannelRelay) {
    assumeIsolated { $0.received(message) }
  }

  nonisolated func drained(_ relay: ChannelRelay) {
    assumeIsolated { $0.drained() }
  }

  nonisolated func closed(_ relay: ChannelRelay, reason: CloseReason) {
    assumeIsolated { $0.finish(reason) }
  }
}

extension RPCConnection {
  private func received(_ message: Message) {
    guard isOpen else { return }
    guard case .binary(let frame) = message else {
      violated()
      return
    }
    var cost = ReadingPace.cost(ofRecord: frame.count)
    defer { keepPace(spending: cost) }
    let opened: SecureChannel.Opened
    do {
      opened = try session.open(frame)
    } catch {
      violated()
      return
    }
    switch opened {
    case .incomplete: return
    case .goodbye: end(.goodbye, code: .normal, saysGoodbye: true)
    case .message(let bytes):
      let actions = peer.receive(bytes)
      cost += max(0, actions.count { if case .send = $0 { false } else { true } } - 1)
      perform(actions)
      if peer.inFlightCount >= options.peer.inFlight { pauseReading(.inFlight) }
    }
  }

  /// Ends the connection after a violation of the protocol. The peer is told nothing but the close code.
  private func violated() { end(.violation, code: .policyViolation, saysGoodbye: false) }

  func perform(_ actions: [Action]) {
    for action in actions {
      // A handler may have closed the connection in the meantime.
      guard isOpen else { return }
      switch action {
      case .request(let request): handler?.received(request, on: self)
      case .notification(let notification): handler?.received(notification, on: self)
      case .response(let id, .success(let value)): settle(id, .success(value))
      case .response(let id, .failure(let error)): settle(id, .failure(.refused(error)))
      case .send(let bytes): sendOrGiveUp(bytes)
      case .protocolViolation(.malformedResponse(let id?)): settle(id, .failure(.local(.malformedResponse)))
      case .protocolViolation: break
      }
    }
  }

  // MARK: Reading only what can be answered

  // Reading may be paused only because of the peer's own requests. If our calls paused reading too, two sides that send
  // much to each other would both wait for the other to read.
  func pauseReading(_ reason: Pause) {
    guard isOpen else { return }
    if pause.isEmpty { channel.pauseReading() }
    pause.insert(reason)
  }

  func resumeIfPossible() {
    guard !pause.isEmpty, isOpen else { return }
    if peer.inFlightCount < options.peer.inFlight { pause.remove(.inFlight) }
    if canSendNow { pause.remove(.backlog) }
    if paceTimer == nil { pause.remove(.pace) }
    if pause.isEmpty { channel.resumeReading() }
  }

  /// Stops reading while the peer is faster than its pace allows.
  private func keepPace(spending cost: Int) {
    guard isOpen, let wait = options.pace?.spend(cost), paceTimer == nil else { return }
    pauseReading(.pace)
    paceTimer = loop.schedule(after: wait) { [weak self] in
      self?.assumeIsolated { connection in
        connection.paceTimer = nil
        // Another connection with the same pace may have used up the allowance in the meantime.
        connection.keepPace(spending: 0)
        connection.resumeIfPossible()
      }
    }
  }
}
