public import JSON
public import JSONRPC
import SecureSession
public import Transport

/// One established session: JSON-RPC in both directions inside encrypted records on a channel.
///
/// It lives on the channel's executor: whoever is isolated to it, as an ``RPCHandler`` is, uses it without waiting, and
/// others with `await`. It keeps itself alive until the channel has ended, and its handler too.
public actor RPCConnection {
  enum Stage {
    case open
    /// No more is taken in either direction; the channel has yet to end.
    case ending(ConnectionEnding)
    case over(ConnectionEnding)
  }

  /// Why nothing is read at present.
  struct Pause: OptionSet {
    let rawValue: UInt8
    static let backlog = Pause(rawValue: 1)
    static let inFlight = Pause(rawValue: 2)
    static let pace = Pause(rawValue: 4)
  }

  /// The executor of the channel, as the runtime wants it.
  public nonisolated let unownedExecutor: UnownedSerialExecutor
  /// The same executor, for timers and for jobs that need no task.
  public nonisolated let loop: any EventLoop
  /// What the carrier knows of the other end.
  public nonisolated let peerDescription: PeerDescription
  /// h: the hash of the handshake, 32 bytes, by which both sides can name this session.
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
  /// Sealed frames that the channel refused: the nonces are spent, so they go before anything else.
  var frames: [[UInt8]] = []
  /// Messages not yet sealed, which wait for the channel to drain.
  var backlog: [[UInt8]] = []
  var backlogBytes = 0
  var owesDrained = false

  /// A connection on a session that stands; the maker is on the executor, sets the relay's target and calls
  /// ``start()``.
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

  /// Whether messages are still taken.
  public var isOpen: Bool { if case .open = stage { true } else { false } }

  /// How it ended; nil while it is open.
  public var ending: ConnectionEnding? {
    switch stage {
    case .open: nil
    case .ending(let ending), .over(let ending): ending
    }
  }

  /// Requests received and not yet replied to.
  public var inFlightCount: Int { peer.inFlightCount }

  /// Bytes that wait to be sent.
  public var queuedBytes: Int { channel.queuedBytes + backlogBytes + frames.reduce(0) { $0 + $1.count } }

  /// Replies to a request. Without effect once the connection has ended. A result above 1 MiB becomes an error.
  public func reply(to token: ReplyToken, with result: Result<Payload, RPCError>) {
    guard isOpen else { return }
    perform(peer.reply(to: token, with: result.withinMessageSize()))
    resumeIfPossible()
  }

  /// Replies to a request with bytes that are one JSON value.
  public func reply(to token: ReplyToken, encoded result: RawJSON) {
    reply(to: token, with: .success(.raw(result)))
  }

  /// Ends the session: what is queued is sent, then an encrypted goodbye, then the carrier's close 1000. Open calls
  /// fail at once with ``ConnectionError/closed(_:)``. A second call has no effect.
  public func close() { end(.local, code: .normal, saysGoodbye: true) }

  /// Ends the session with another close code of the carrier, such as ``CloseCode/goingAway`` for a provider that
  /// stops.
  public func close(_ code: CloseCode) { end(.local, code: code, saysGoodbye: true) }

  /// Goes on within other bounds, such as those of an app that has just been approved. Its lifetime stays.
  public func use(_ options: ConnectionOptions) {
    self.options = options
    peer.limits = options.peerLimits
  }

  /// Begins to serve; on the executor.
  func start() {
    lifetimeTimer = loop.schedule(after: options.lifetime) { [weak self] in
      self?.assumeIsolated { $0.end(.aged, code: .normal, saysGoodbye: true) }
    }
    handler?.opened(self)
  }
}

/// Carries the records of a session from the machine of the handshake to the connection.
///
/// `@unchecked Sendable`: both live on one executor, and the machine keeps no reference after it has handed it out.
struct SessionHandover: @unchecked Sendable {
  let session: SecureChannel
}

extension Result where Success == Payload, Failure == RPCError {
  /// The result, or an error in its place where the message could never be sent.
  fileprivate func withinMessageSize() -> Self {
    // Room for the envelope with the longest id that is taken, every byte of it escaped.
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
  /// What is answered where the result does not fit into a message.
  static let resultTooLarge = RPCError(
    code: .internalError, message: "Internal error: the result is too large",
    data: ["reason": "limit_exceeded", "limit": "bytes", "maximum": .integer(SecureChannel.maximumMessageSize)])
}
