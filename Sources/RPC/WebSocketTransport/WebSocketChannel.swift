import CLibWebSockets
public import Transport

/// A WebSocket connection of either side. See ``MessageChannel`` for the rules of its use.
///
/// One object lives on each socket from its first moment, but it is given out only after a successful upgrade.
///
/// `@unchecked Sendable`: all mutable state is used on the service thread only, which every method checks; `peer` is
/// written once, before the channel is given out.
public final class WebSocketChannel: MessageChannel, SocketOwner, @unchecked Sendable {
  enum Phase {
    // Not given out yet.
    case connecting
    case open
    // Closed by this side; whether the close frame has been handed to the library.
    case closing(CloseCode, isSent: Bool)
    case closedByPeer(CloseCode)
    case over
  }

  let thread: ServiceThread
  let limits: Limits
  let side: any ChannelSide
  /// What is known of the other end.
  public internal(set) var peer: PeerDescription

  var socket: OpaquePointer?
  var phase = Phase.connecting
  /// The server's end of the connection; nil for a client, whose frames the library reads and writes.
  var accepted: AcceptedSocket?
  /// The most bytes of a message, which are fewer before a client of ours has proven who it is.
  var receiveLimit: Int
  /// A client's request has been sent.
  var isReached = false
  /// Ends the handshake, later a close that takes too long.
  var deadline: ScheduledJob?
  var isAuthenticated = false

  private var outgoing: SendQueue
  private var incoming = MessageAssembly()
  private var delegate: (any MessageChannelDelegate)?
  private var isStarted = false
  private var isReading = true
  // Whole messages that came while nobody read: at most what one read of the socket held.
  private var waiting: [Message] = []
  private var isFlowing = true
  private var isUpdating = false
  private var asksToWrite = false
  private var ending: CloseReason?

  init(thread: ServiceThread, limits: Limits, side: any ChannelSide, peer: PeerDescription) {
    self.thread = thread
    self.limits = limits
    self.side = side
    self.peer = peer
    outgoing = SendQueue(limits: limits)
    receiveLimit = limits.messageBytes
  }

  // MARK: MessageChannel

  /// The service thread.
  public var executor: any EventLoop { thread }

  /// Bytes that the library has not taken, and 32 for each message. Beyond them the library may hold the rest of one
  /// message that the system took in part.
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
    updateReading()
  }

  /// Queues a message.
  public func send(_ message: Message) throws(ChannelError) {
    checkExecutor()
    guard case .open = phase else { throw .closed }
    try outgoing.append(message)
    askToWrite()
  }

  /// Reads no further message.
  public func pauseReading() {
    checkExecutor()
    isReading = false
    updateReading()
  }

  /// Reads again.
  public func resumeReading() {
    checkExecutor()
    isReading = true
    updateReading()
  }

  /// Closes after what is queued.
  public func close(_ code: CloseCode) {
    checkExecutor()
    guard case .open = phase else { return }
    let code = code.mayBeSent ? code : .internalError
    phase = .closing(code, isSent: false)
    side.closing(self)
    outgoing.close(code)
    incoming = MessageAssembly()
    waiting = []
    limitEnd()
    // The peer's answer must be seen even by a paused reader.
    updateReading()
    askToWrite()
  }

  /// Drops everything.
  public func abort() {
    checkExecutor()
    kill(.aborted)
  }

  /// Among those that are not authenticated it is one of the last to make room.
  public func markInvited() {
    checkExecutor()
    side.invited(self)
  }

  /// Stops the handshake deadline and the counting as unauthenticated.
  public func markAuthenticated() {
    checkExecutor()
    guard !isAuthenticated else { return }
    isAuthenticated = true
    receiveLimit = limits.messageBytes
    if case .open = phase { deadline?.cancel() }
    side.authenticated(self)
  }

  // MARK: Inside

  func checkExecutor() { precondition(thread.isCurrent, "a channel must be used on its executor") }

  /// Drops the connection where its end takes too long.
  func limitEnd() {
    deadline?.cancel()
    deadline = thread.schedule(after: limits.closeDeadline) { self.kill(.lost) }
  }

  /// Ends it for the delegate now and the socket soon.
  func kill(_ reason: CloseReason) {
    if let socket { WebSocketContext.kill(socket) }
    waiting = []
    if case .over = phase { updateReading() } else { end(reason) }
  }

  /// The end, once; the delegate hears of it in a later job.
  func end(_ reason: CloseReason) {
    guard ending == nil else { return }
    let wasGivenOut = if case .connecting = phase { false } else { true }
    phase = .over
    ending = reason
    outgoing.abandon()
    incoming = MessageAssembly()
    deadline?.cancel()
    if !wasGivenOut { side.ended(self) }
    updateReading()
  }

  private func askToWrite() {
    if let accepted { return accepted.flushSoon() }
    guard !asksToWrite, let socket else { return }
    asksToWrite = true
    lws_callback_on_writable(socket)
  }

  // In a later job: so that no delivery comes from inside a call, and because the library garbles what it has read
  // already when its flow control is used from inside a callback.
  private func updateReading() {
    guard !isUpdating else { return }
    isUpdating = true
    thread.submit { [self] in
      isUpdating = false
      deliverWaiting()
      adjustFlow()
    }
  }

  private func deliverWaiting() {
    guard isStarted else { return }
    var next = 0
    while isReading, next < waiting.count {
      next += 1
      delegate?.channel(self, received: waiting[next - 1])
    }
    // Closing empties the queue.
    waiting.removeFirst(min(next, waiting.count))
    guard waiting.isEmpty, let ending, let delegate else { return }
    self.delegate = nil
    delegate.channelClosed(self, reason: ending)
  }

  private func adjustFlow() {
    let flows = if case .open = phase { isStarted && isReading } else { true }
    guard flows != isFlowing, let socket else { return }
    isFlowing = flows
    lws_rx_flow_control(socket, flows ? 1 : 0)
  }

  /// The upgrade is done: it may be given out.
  func open() {
    phase = .open
    side.opened(self)
    if !isStarted { updateReading() }
  }

  // MARK: From the library

  /// A part of a frame's payload. The answer is for the library: 0, or -1 to close.
  func received(_ bytes: UnsafeRawBufferPointer, on socket: OpaquePointer) -> Int32 {
    _ = received(
      MessageAssembly.Part(
        bytes: bytes, isText: lws_frame_is_binary(socket) == 0, isLast: lws_is_final_fragment(socket) != 0,
        bytesToCome: lws_remaining_packet_payload(socket)))
    return 0
  }

  /// A part of a frame's payload. False when the channel is closed because of it.
  func received(_ part: MessageAssembly.Part) -> Bool {
    guard case .open = phase else { return true }
    switch incoming.append(part, limit: receiveLimit) {
    case .incomplete: return true
    case .message(let message):
      if isReading, waiting.isEmpty, let delegate {
        delegate.channel(self, received: message)
      } else {
        waiting.append(message)
      }
      return true
    case .failure(.messageTooBig) where part.bytesToCome <= limits.messageBytes && receiveLimit < limits.messageBytes:
      // It would be small enough for somebody who has proven who they are.
      close(.policyViolation)
    case .failure(let code): close(code)
    }
    return false
  }

  /// The socket takes bytes. The answer is for the library: 0, or -1 to close.
  func writable(on socket: OpaquePointer) -> Int32 {
    asksToWrite = false
    switch phase {
    case .open, .closing(_, isSent: false): break
    default: return 0
    }
    switch outgoing.next() {
    case .nothing: return 0
    case .close(let code):
      phase = .closing(code, isSent: true)
      lws_close_reason(socket, lws_close_status(UInt32(code.rawValue)), nil, 0)
      return -1
    case .message(let message):
      let (bytes, isText) =
        switch message {
        case .text(let bytes): (bytes, true)
        case .binary(let bytes): (bytes, false)
        }
      guard thread.library.write(bytes, isText: isText, to: socket) else { return -1 }
      if !outgoing.isEmpty { askToWrite() }
      if outgoing.hasDrained() { delegate?.channelDrained(self) }
      return 0
    }
  }

  /// Moves what waits into a buffer as frames, as much as it has room for. False when nothing was left to move.
  func moveOutgoing(to output: inout OutputBuffer) -> Bool {
    var moved = false
    while output.hasRoom {
      switch phase {
      case .open, .closing(_, isSent: false): break
      default: return moved
      }
      switch outgoing.next() {
      case .nothing: return moved
      case .close(let code):
        phase = .closing(code, isSent: true)
        output.append(FrameWriter.close(code))
        return true
      case .message(.text(let bytes)): output.append(frame: .text, bytes)
      case .message(.binary(let bytes)): output.append(frame: .binary, bytes)
      }
      moved = true
    }
    return moved
  }

  /// Tells the delegate when the queue has become short.
  func tellDrained() {
    if outgoing.hasDrained() { delegate?.channelDrained(self) }
  }

  /// This side's close frame has been handed over.
  var isCloseSent: Bool { if case .closing(_, isSent: true) = phase { true } else { false } }

  /// The peer sent a close frame, which is answered elsewhere.
  func peerClosed(_ code: CloseCode) {
    switch phase {
    case .open, .closing(_, isSent: false): break
    default: return
    }
    phase = .closedByPeer(code)
    outgoing.abandon()
    incoming = MessageAssembly()
  }

  /// The connection is over; the reason is one that the library has chosen by itself.
  func carrierClosed(reason: CloseCode?) {
    switch phase {
    case .closing(let code, isSent: true): end(.local(code))
    case .closedByPeer(let code): end(.peer(code))
    case .open: end(reason.map { .local($0) } ?? .lost)
    case .connecting, .closing, .over: end(.lost)
    }
  }

  /// The socket is gone, or never came to be.
  func socketDestroyed() {
    guard !isDestroyed else { return }
    isDestroyed = true
    end(.lost)
    thread.library.wakeAfterEnd()
    socket = nil
    side.socketDestroyed(self)
    thread.library.release(self)
  }

  private var isDestroyed = false
}

/// What a channel's origin, a listener or a connection attempt, has to know of it. On the service thread.
protocol ChannelSide: AnyObject {
  func opened(_ channel: WebSocketChannel)
  func invited(_ channel: WebSocketChannel)
  func authenticated(_ channel: WebSocketChannel)
  /// This side has closed it; the other side has yet to take part.
  func closing(_ channel: WebSocketChannel)
  /// It ended without having been given out.
  func ended(_ channel: WebSocketChannel)
  func socketDestroyed(_ channel: WebSocketChannel)
}
