public import JSONRPC

/// The limits of one connection.
public struct ConnectionOptions: Sendable {
  /// How long a session lives before it is ended with a goodbye and a new handshake is due: 24 hours.
  public static let sessionLifetime = Duration.seconds(24 * 3600)

  /// The limits for received messages. When `inFlight` requests are unanswered, reading stops until one is answered.
  public var peer: PeerLimits
  /// The number of bytes waiting in the channel from which on ``RPCConnection/canSendMore`` is false and no request is
  /// read. It is at least the channel's `Limits.lowWaterBytes`, because the channel reports at that level that it has
  /// drained. The default is 256 KiB.
  public var sendMark: Int
  /// The maximum number of bytes of replies and calls that wait behind `sendMark`. If more accumulate, the connection
  /// is ended. The default is 4 MiB.
  public var backlogBytes: Int
  /// How long the session lives; ``sessionLifetime`` but in tests.
  public var lifetime: Duration
  /// The rate at which messages of any kind are read; nil for no limit.
  public var pace: ReadingPace?

  /// Makes options whose defaults are safe.
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

  /// The limits for ``Peer``. They are above those of the connection, because reading stops at the limit and a batch
  /// that is being read at that moment must still fit.
  var peerLimits: PeerLimits {
    var limits = peer
    limits.inFlight += limits.batch
    return limits
  }
}
