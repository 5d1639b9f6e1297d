public import JSONRPC

/// The bounds of one connection.
public struct ConnectionOptions: Sendable {
  /// What is taken of the peer. When `inFlight` requests are unanswered, reading stops until one is answered.
  public var peer: PeerLimits
  /// From so many bytes waiting in the channel on, ``RPCConnection/canSendMore`` is false, and no request is read.
  /// At least the channel's `Limits.lowWaterBytes`, for that is where the channel says that it has drained. 256 KiB.
  public var sendMark: Int
  /// The most bytes of replies and calls that wait behind that mark; beyond it the connection is given up. 4 MiB.
  public var backlogBytes: Int
  /// After this long the session is ended with a goodbye: a new handshake is due. 24 h.
  public var lifetime: Duration
  /// How many requests and notifications are taken; nil for any number.
  public var rateLimit: RateLimit?

  /// Bounds, safe by default.
  public init(
    peer: PeerLimits = PeerLimits(), sendMark: Int = 256 << 10, backlogBytes: Int = 4 << 20,
    lifetime: Duration = .seconds(24 * 3600), rateLimit: RateLimit? = nil
  ) {
    self.peer = peer
    self.sendMark = sendMark
    self.backlogBytes = backlogBytes
    self.lifetime = lifetime
    self.rateLimit = rateLimit
  }
}

/// How many requests a connection takes, and what it answers to the others. Notifications above it are dropped.
public struct RateLimit: Sendable {
  /// Requests per second, in the long run.
  public var perSecond: Int
  /// Requests that may come at once.
  public var burst: Int
  /// The error for a request above the rate; it is given the milliseconds after which another one will be taken.
  public var refusal: @Sendable (_ retryAfterMilliseconds: Int) -> RPCError
  /// Where the time comes from.
  public var now: @Sendable () -> MonotonicTime

  /// A rate.
  public init(
    perSecond: Int, burst: Int, now: @escaping @Sendable () -> MonotonicTime = MonotonicTime.now,
    refusal: @escaping @Sendable (_ retryAfterMilliseconds: Int) -> RPCError
  ) {
    self.perSecond = perSecond
    self.burst = burst
    self.now = now
    self.refusal = refusal
  }
}
