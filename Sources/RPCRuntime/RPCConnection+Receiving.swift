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
    let opened: SecureChannel.Opened
    do throws(SecureChannelError) {
      opened = try session.open(frame)
    } catch {
      violated()
      return
    }
    switch opened {
    case .incomplete: return
    case .goodbye: end(.goodbye, code: .normal, saysGoodbye: true)
    case .message(let bytes):
      perform(peer.receive(bytes))
      if peer.inFlightCount >= options.peer.inFlight { pauseReading(.inFlight) }
    }
  }

  /// The peer broke a rule: it learns nothing but the close.
  private func violated() { end(.violation, code: .policyViolation, saysGoodbye: false) }

  func perform(_ actions: [Action]) {
    for action in actions {
      // A handler may have closed the connection in between.
      guard isOpen else { return }
      switch action {
      case .request(let request):
        if let refusal = refusal() {
          perform(peer.reply(to: request.token, with: .failure(refusal)))
        } else {
          handler?.received(request, on: self)
        }
      case .notification(let notification):
        if refusal() == nil { handler?.received(notification, on: self) }
      case .response(let id, .success(let value)): settle(id, .success(value))
      case .response(let id, .failure(let error)): settle(id, .failure(.refused(error)))
      case .send(let bytes): sendOrGiveUp(bytes)
      case .protocolViolation(.malformedResponse(let id?)): settle(id, .failure(.local(.malformedResponse)))
      case .protocolViolation: break
      }
    }
  }

  /// What to answer where the rate is exceeded.
  private func refusal() -> RPCError? {
    guard let limit = options.rateLimit, bucket?.take(at: limit.now()) == false else { return nil }
    return limit.refusal(bucket?.millisecondsUntil() ?? 0)
  }

  // MARK: Reading only what can be answered

  // The peer's own requests must be what fills the queue. If calls of ours paused reading too, two sides that send much
  // to each other would both wait for the other to read.
  func pauseReading(_ reason: Pause) {
    guard isOpen else { return }
    if pause.isEmpty { channel.pauseReading() }
    pause.insert(reason)
  }

  func resumeIfPossible() {
    guard !pause.isEmpty, isOpen else { return }
    if peer.inFlightCount < options.peer.inFlight { pause.remove(.inFlight) }
    if canSendNow { pause.remove(.backlog) }
    if pause.isEmpty { channel.resumeReading() }
  }
}
