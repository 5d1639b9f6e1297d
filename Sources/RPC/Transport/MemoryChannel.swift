/// One end of a pair of channels inside this process. It has the same order, limits and closing as the WebSocket
/// carrier.
///
/// Messages that the other end has not received yet count as queued at this end. They are not copied.
///
/// `@unchecked Sendable`: all mutable state is used on the executor only. Every method checks this.
public final class MemoryChannel: MessageChannel, @unchecked Sendable {
  private enum State {
    case open
    case closing(CloseCode)
    case over
  }

  /// The executor that both ends share.
  public let executor: any EventLoop
  /// The address `memory`, and the subprotocols that the pair was made with.
  public let peer: PeerDescription

  private let limits: Limits
  private var state = State.open
  private var outgoing: SendQueue
  private var delegate: (any MessageChannelDelegate)?
  private var isStarted = false
  private var isReading = true
  private var isPumping = false
  private var ending: CloseReason?
  private var closeTimer: ScheduledJob?
  // The creator of the pair owns both ends. Each end also keeps the other alive until one of them has ended.
  private var other: MemoryChannel?

  private init(executor: any EventLoop, peer: PeerDescription, limits: Limits) {
    self.executor = executor
    self.peer = peer
    self.limits = limits
    outgoing = SendQueue(limits: limits)
  }

  /// Makes two connected ends on one executor. It may be called from any thread.
  ///
  /// - Parameters:
  ///   - executor: the executor of both ends.
  ///   - limits: the message size, the queue limits and the close deadline of both ends.
  ///   - subprotocol: the subprotocol that both descriptions give as offered and selected.
  ///   - authority: the host of the request in both descriptions.
  public static func pair(
    on executor: any EventLoop = QueueLoop(), limits: Limits = Limits(), subprotocol: String = "payport.v1",
    authority: String = "memory"
  ) -> (MemoryChannel, MemoryChannel) {
    let peer = PeerDescription(
      address: "memory", port: 0, userIdentifier: nil, offeredSubprotocols: subprotocol,
      selectedSubprotocol: subprotocol, authority: authority)
    let ends = (
      MemoryChannel(executor: executor, peer: peer, limits: limits),
      MemoryChannel(executor: executor, peer: peer, limits: limits)
    )
    ends.0.other = ends.1
    ends.1.other = ends.0
    return ends
  }

  /// The number of bytes that the other end has not received, plus 32 for each message.
  public var queuedBytes: Int {
    checkExecutor()
    return outgoing.bytes
  }

  /// Begins deliveries.
  public func start(delegate: any MessageChannelDelegate) {
    checkExecutor()
    guard !isStarted else { return }
    isStarted = true
    self.delegate = delegate
    if ending == nil { other?.pump() } else { deliverEnding() }
  }

  /// Queues a message.
  public func send(_ message: Message) throws(ChannelError) {
    checkExecutor()
    guard case .open = state else { throw .closed }
    try outgoing.append(message)
    pump()
  }

  /// Stops delivering messages.
  public func pauseReading() {
    checkExecutor()
    isReading = false
  }

  /// Resumes delivering messages.
  public func resumeReading() {
    checkExecutor()
    guard !isReading else { return }
    isReading = true
    other?.pump()
  }

  /// Closes the channel after all queued messages.
  public func close(_ code: CloseCode) {
    checkExecutor()
    guard case .open = state else { return }
    let code = code.mayBeSent ? code : .internalError
    state = .closing(code)
    outgoing.close(code)
    closeTimer = executor.schedule(after: limits.closeDeadline) { [self] in drop(.lost, other: .lost) }
    pump()
  }

  /// Drops all queued messages and ends the channel.
  public func abort() {
    checkExecutor()
    drop(.aborted, other: .lost)
  }

  /// Has no effect, because no listener counts the ends of a pair.
  public func markInvited() {}

  /// Has no effect, because no listener counts the ends of a pair.
  public func markAuthenticated() {}

  private func checkExecutor() { precondition(executor.isCurrent, "a channel must be used on its executor") }

  // Delivery is always a later job of the executor, so that a send never re-enters the sender.
  private func pump() {
    guard !isPumping, !outgoing.isEmpty, let other, other.isStarted, other.isReading else { return }
    isPumping = true
    executor.submit { [self] in
      isPumping = false
      deliverOne()
      pump()
    }
  }

  private func deliverOne() {
    guard let other, other.isStarted, other.isReading else { return }
    switch outgoing.next() {
    case .nothing: return
    case .message(let message):
      // An end that is closing receives nothing more.
      if case .open = other.state {
        other.delegate?.channel(other, received: message)
        if outgoing.hasDrained() { delegate?.channelDrained(self) }
      }
    case .close(let code):
      if case .closing(let theirs) = other.state {
        drop(.local(code), other: .local(theirs))
      } else {
        drop(.local(code), other: .peer(code))
      }
    }
  }

  private func drop(_ reason: CloseReason, other otherReason: CloseReason) {
    let other = other
    end(reason)
    other?.end(otherReason)
  }

  private func end(_ reason: CloseReason) {
    guard ending == nil else { return }
    ending = reason
    state = .over
    outgoing.abandon()
    other = nil
    closeTimer?.cancel()
    if isStarted { deliverEnding() }
  }

  private func deliverEnding() {
    guard let reason = ending else { return }
    executor.submit { [self] in
      let delegate = self.delegate
      self.delegate = nil
      delegate?.channelClosed(self, reason: reason)
    }
  }
}
