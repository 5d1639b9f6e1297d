import CLibWebSockets
public import Transport

/// A WebSocket connection of a client or a server. See ``MessageChannel`` for the rules of its use.
///
/// Each socket has one such object from the beginning, but it is passed to the user only after a successful upgrade.
///
/// `@unchecked Sendable`: all mutable state is used on the service thread only, which every method checks. `peer` is
/// written once, before the channel is passed to its user.
public final class WebSocketChannel: MessageChannel, SocketOwner, @unchecked Sendable {
  enum Phase {
    // The channel has not been passed to its user yet.
    case connecting
    case open
    // This side has closed the channel. `isSent` says whether the close frame has been passed to the library.
    case closing(CloseCode, isSent: Bool)
    case closedByPeer(CloseCode)
    case over
  }

  let thread: ServiceThread
  let limits: Limits
  let side: any ChannelSide
  /// The description of the other end.
  public internal(set) var peer: PeerDescription

  var socket: OpaquePointer?
  var phase = Phase.connecting
  /// The server's end of the connection; nil for a client, whose frames the library reads and writes.
  var accepted: AcceptedSocket?
  /// The maximum size of a received message in bytes. It is lower while a client of this listener is not authenticated.
  var receiveLimit: Int
  /// Whether the server was reached and the client's request was sent.
  var isReached = false
  /// The timer that limits the handshake and later the close.
  var deadline: ScheduledJob?
  var isAuthenticated = false

  private var outgoing: SendQueue
  private var incoming = MessageAssembly()
  private var delegate: (any MessageChannelDelegate)?
  private var isStarted = false
  private var isReading = true
  // The messages that were received while reading was paused: at most those of one read from the socket.
  private var waiting: [Message] = []
  var isFlowing = true
  private var isUpdating = false
  private var asksToWrite = false
  private var ending: CloseReason?
  // Of a client: how often in a row it has looked without having heard of the server; `nil` before the first heartbeat.
  var silentLooks: Int?

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

  /// The number of bytes that the library has not accepted, plus 32 for each message. In addition the library may hold
  /// the rest of one message that the system accepted in part.
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

  /// Stops delivering messages.
  public func pauseReading() {
    checkExecutor()
    isReading = false
    updateReading()
  }

  /// Resumes delivering messages.
  public func resumeReading() {
    checkExecutor()
    isReading = true
    updateReading()
  }

  /// Closes the channel after all queued messages.
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
    // The peer's close frame must be read even while reading is paused.
    updateReading()
    askToWrite()
  }

  /// Drops all queued messages and the connection.
  public func abort() {
    checkExecutor()
    kill(.aborted)
  }

  /// Marks the channel as invited: of the unauthenticated sockets it is one of the last to be closed to make room.
  public func markInvited() {
    checkExecutor()
    side.invited(self)
  }

  /// Marks the channel as authenticated: the handshake deadline stops, and it no longer counts as unauthenticated.
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

  /// Sets the timer that drops the connection if its end takes too long.
  func limitEnd() {
    deadline?.cancel()
    deadline = thread.schedule(after: limits.closeDeadline) { self.kill(.lost) }
  }

  /// Ends the channel for the delegate at once and destroys the socket soon afterwards.
  func kill(_ reason: CloseReason) {
    if let socket { WebSocketContext.kill(socket) }
    waiting = []
    if case .over = phase { updateReading() } else { end(reason) }
  }

  /// Ends the channel once. The delegate is told in a later job.
  func end(_ reason: CloseReason) {
    guard ending == nil else { return }
    let wasGivenOut = if case .connecting = phase { false } else { true }
    phase = .over
    ending = reason
    // Whoever reads no further until the queue is shorter would otherwise never read to the end.
    let isDrainAwaited = outgoing.isDrainAwaited
    outgoing.abandon()
    if isDrainAwaited { thread.submit { self.delegate?.channelDrained(self) } }
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

  // This is done in a later job, so that no delivery is made from inside a call. Besides, the library corrupts data
  // that it has already read when its flow control is used inside a callback.
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
    // The queue may have been emptied meanwhile, because closing empties it.
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

  /// Opens the channel after the upgrade and passes it to its user.
  func open() {
    phase = .open
    side.opened(self)
    if !isStarted { updateReading() }
  }

  // MARK: From the library

  /// Handles a part of a frame's payload. Returns the value for the library: 0, or -1 to close.
  func received(_ bytes: UnsafeRawBufferPointer, on socket: OpaquePointer) -> Int32 {
    _ = received(
      MessageAssembly.Part(
        bytes: bytes, isText: lws_frame_is_binary(socket) == 0, isLast: lws_is_final_fragment(socket) != 0,
        bytesToCome: lws_remaining_packet_payload(socket)))
    return 0
  }

  /// Handles a part of a frame's payload. Returns false if the channel is closed because of it.
  func received(_ part: MessageAssembly.Part) -> Bool {
    guard case .open = phase else { return true }
    if silentLooks != nil { silentLooks = 0 }
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
      // The message exceeds only the limit for unauthenticated peers, so the code is not `messageTooBig`.
      close(.policyViolation)
    case .failure(let code): close(code)
    }
    return false
  }

  /// Handles a socket that can be written to. Returns the value for the library: 0, or -1 to close.
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

  /// Moves waiting messages into a buffer as frames while it has room. Returns false if nothing was left to move.
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

  /// Tells the delegate if the queue has fallen below its low-water mark.
  func tellDrained() {
    if outgoing.hasDrained() { delegate?.channelDrained(self) }
  }

  /// Whether this side's close frame has been passed to the library.
  var isCloseSent: Bool { if case .closing(_, isSent: true) = phase { true } else { false } }

  /// Handles a close frame of the peer. It is answered elsewhere.
  func peerClosed(_ code: CloseCode) {
    switch phase {
    case .open, .closing(_, isSent: false): break
    default: return
    }
    phase = .closedByPeer(code)
    outgoing.abandon()
    incoming = MessageAssembly()
  }

  /// Handles the end of the connection. `reason` is a close code that the library itself has chosen, if any.
  func carrierClosed(reason: CloseCode?) {
    switch phase {
    case .closing(let code, isSent: true): end(.local(code))
    case .closedByPeer(let code): end(.peer(code))
    case .open: end(reason.map { .local($0) } ?? .lost)
    case .connecting, .closing, .over: end(.lost)
    }
  }

  /// Handles the destruction of the socket, or the failure to create one.
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

/// The events of a channel that its origin, a listener or a connection attempt, has to know. They are reported on the
/// service thread.
protocol ChannelSide: AnyObject {
  func opened(_ channel: WebSocketChannel)
  func invited(_ channel: WebSocketChannel)
  func authenticated(_ channel: WebSocketChannel)
  /// This side has closed the channel, and the other side has not yet confirmed the close.
  func closing(_ channel: WebSocketChannel)
  /// The channel ended before it was passed to its user.
  func ended(_ channel: WebSocketChannel)
  func socketDestroyed(_ channel: WebSocketChannel)
}
