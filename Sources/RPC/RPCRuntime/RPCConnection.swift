public import JSON
public import JSONRPC
import SecureSession
public import Transport

/// An established session: JSON-RPC in both directions inside encrypted records on a channel.
///
/// The actor runs on the channel's executor. Code that is isolated to it, such as an ``RPCHandler``, calls it without
/// waiting; other code uses `await`. It keeps itself and its handler alive until the channel has ended.
public actor RPCConnection {
  enum Stage {
    case open
    /// The connection neither sends nor accepts messages any more, and waits for the channel to end.
    case ending(ConnectionEnding)
    case over(ConnectionEnding)
  }

  /// The reasons why reading is paused.
  struct Pause: OptionSet {
    let rawValue: UInt8
    static let backlog = Pause(rawValue: 1)
    static let inFlight = Pause(rawValue: 2)
    static let pace = Pause(rawValue: 4)
  }

  /// The executor of the channel, in the form that the Swift runtime needs.
  public nonisolated let unownedExecutor: UnownedSerialExecutor
  /// The same executor, for timers and for jobs that need no task.
  public nonisolated let loop: any EventLoop
  /// The information that the carrier has about the other end.
  public nonisolated let peerDescription: PeerDescription
  /// h: the hash of the handshake, 32 bytes. It identifies this session on both sides.
  public nonisolated let handshakeHash: [UInt8]

  let channel: any MessageChannel
  let session: SecureChannel
  var options: ConnectionOptions
  var handler: (any RPCHandler)?
  var peer: Peer
  var stage = Stage.open
  var pause: Pause = []
  var lifetimeTimer: ScheduledJob?
  var paceTimer: ScheduledJob?
  var calls: [OutgoingIdentifier: WaitingCall] = [:]
  /// Sealed frames that the channel refused. They must be sent before anything else, because their nonces are already
  /// used.
  var frames: [[UInt8]] = []
  /// Messages that are not yet sealed and wait for the channel to drain.
  var backlog: [[UInt8]] = []
  var backlogBytes = 0
  var owesDrained = false

  /// Makes a connection for an established session. The caller must be on the executor, set the target of the relay and
  /// call ``start()``.
  init(
    channel: any MessageChannel, session: SessionHandover, handshakeHash: [UInt8], options: ConnectionOptions,
    handler: any RPCHandler
  ) {
    loop = channel.executor
    unownedExecutor = channel.executor.asUnownedSerialExecutor()
    peerDescription = channel.peer
    self.channel = channel
    self.session = session.session
    self.handshakeHash = handshakeHash
    self.options = options
    self.handler = handler
    peer = Peer(limits: options.peerLimits)
  }

  /// Whether the connection still accepts messages.
  public var isOpen: Bool { if case .open = stage { true } else { false } }

  /// The reason why the connection ended; nil while it is open.
  public var ending: ConnectionEnding? {
    switch stage {
    case .open: nil
    case .ending(let ending), .over(let ending): ending
    }
  }

  /// The number of requests that have been received and not yet answered.
  public var inFlightCount: Int { peer.inFlightCount }

  /// The number of bytes that wait to be sent.
  public var queuedBytes: Int { channel.queuedBytes + backlogBytes + frames.reduce(0) { $0 + $1.count } }

  /// Replies to a request. It has no effect once the connection has ended. A result above 1 MiB is replaced by an
  /// error.
  public func reply(to token: ReplyToken, with result: Result<Payload, RPCError>) {
    guard isOpen else { return }
    perform(peer.reply(to: token, with: result.withinMessageSize()))
    resumeIfPossible()
  }

  /// Replies to a request with bytes that are one JSON value.
  public func reply(to token: ReplyToken, encoded result: RawJSON) {
    reply(to: token, with: .success(.raw(result)))
  }

  /// Ends the session: it sends all queued messages, an encrypted goodbye and the carrier's close code 1000. Open calls
  /// fail at once with ``ConnectionError/closed(_:)``. A second call has no effect.
  public func close() { end(.local, code: .normal, saysGoodbye: true) }

  /// Ends the session with another close code of the carrier, such as ``CloseCode/goingAway`` when a provider stops.
  public func close(_ code: CloseCode) { end(.local, code: code, saysGoodbye: true) }

  /// Replaces the limits, for example when the app has just been approved. The maximum age of the session does not
  /// change.
  public func use(_ options: ConnectionOptions) {
    self.options = options
    peer.limits = options.peerLimits
  }

  /// Begins to serve the connection. It must be called on the executor.
  func start() {
    lifetimeTimer = loop.schedule(after: options.lifetime) { [weak self] in
      self?.assumeIsolated { $0.end(.aged, code: .normal, saysGoodbye: true) }
    }
    handler?.opened(self)
  }
}

/// Passes the records of a session from the handshake to the connection.
///
/// `@unchecked Sendable` is correct because both run on the same executor and the handshake keeps no reference.
struct SessionHandover: @unchecked Sendable {
  let session: SecureChannel
}

extension Result where Success == Payload, Failure == RPCError {
  /// The result, or an error if the message would be too large to be sent.
  fileprivate func withinMessageSize() -> Self {
    // This leaves room for the envelope with the longest accepted id, even if each of its bytes has to be escaped.
    let most = SecureChannel.maximumMessageSize - 8192
    guard case .success(let payload) = self else { return self }
    let encoded: RawJSON =
      switch payload {
      case .raw(let raw): raw
      case .value(let value): RawJSON(value)
      }
    guard encoded.bytes.count <= most else { return .failure(.resultTooLarge) }
    return .success(.raw(encoded))
  }
}

extension RPCError {
  /// The error that is sent if the result does not fit into a message.
  static let resultTooLarge = RPCError(
    code: .internalError, message: "Internal error: the result is too large",
    data: ["reason": "limit_exceeded", "limit": "bytes", "maximum": .integer(SecureChannel.maximumMessageSize)])
}
