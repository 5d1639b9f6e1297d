public import JSONRPC

/// The bounds of one connection.
public struct ConnectionOptions: Sendable {
  /// How long a session lives before it is ended with a goodbye and a new handshake is due: 24 hours.
  public static let sessionLifetime = Duration.seconds(24 * 3600)

  /// What is taken of the peer. When `inFlight` requests are unanswered, reading stops until one is answered.
  public var peer: PeerLimits
  /// From so many bytes waiting in the channel on, ``RPCConnection/canSendMore`` is false, and no request is read.
  /// At least the channel's `Limits.lowWaterBytes`, for that is where the channel says that it has drained. 256 KiB.
  public var sendMark: Int
  /// The most bytes of replies and calls that wait behind that mark; beyond it the connection is given up. 4 MiB.
  public var backlogBytes: Int
  /// How long the session lives; ``sessionLifetime`` but in tests.
  public var lifetime: Duration
  /// How fast messages are read, whatever they are; nil for as fast as they come.
  public var pace: ReadingPace?

  /// Bounds, safe by default.
  public init(
    peer: PeerLimits = PeerLimits(), sendMark: Int = 256 << 10, backlogBytes: Int = 4 << 20,
    lifetime: Duration = Self.sessionLifetime, pace: ReadingPace? = nil
  ) {
    self.peer = peer
    self.sendMark = sendMark
    self.backlogBytes = backlogBytes
    self.lifetime = lifetime
    self.pace = pace
  }

  /// What the peer machine takes: reading stops at the limit, and a batch that was being read then still fits.
  var peerLimits: PeerLimits {
    var limits = peer
    limits.inFlight += limits.batch
    return limits
  }
}
