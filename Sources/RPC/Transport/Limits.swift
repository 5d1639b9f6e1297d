/// The limits of a listener and its channels. All defaults are safe; the configuration may lower or raise them.
public struct Limits: Sendable, Hashable {
  /// The time from the TCP connection to ``MessageChannel/markAuthenticated()``, after which the socket is closed. The
  /// default is 5 s.
  public var handshakeDeadline: Duration = .seconds(5)
  /// The total number of sockets, including those being opened but not those that only wait for the end of a close.
  /// Further connections are refused at once. The default is 128.
  public var sockets = 128
  /// The number of sockets that are not yet authenticated. For a further one, the socket whose handshake has progressed
  /// least is closed, and the oldest of several. The default is 64.
  public var unauthenticatedSockets = 64
  /// The number of sockets that wait for the other side to complete a close. If there are more, the oldest is dropped.
  /// The default is 64.
  public var closingSockets = 64
  /// The maximum payload of one message in bytes, in either direction, counted while fragments are assembled. The
  /// default is 1 MiB.
  public var messageBytes = 1 << 20
  /// The maximum payload of a message received from a peer that is not yet authenticated; ``messageBytes`` if that is
  /// less. The default is 32 KiB.
  public var unauthenticatedMessageBytes = 32 << 10
  /// The maximum number of payload bytes that wait to be sent on one channel, at least ``messageBytes``. The default is
  /// 4 MiB.
  public var sendQueueBytes = 4 << 20
  /// A queue counts as drained below this number of bytes. The default is 256 KiB.
  public var lowWaterBytes = 256 << 10
  /// The number of bytes that a client reads from its socket at once, and the size of a buffer that it keeps. A
  /// listener reads 16 KiB at once, into one buffer for all its sockets. The receiving side holds at most one message
  /// being assembled and this much besides. While reading is paused the rest waits in the kernel. The default is 2 KiB.
  public var readBufferBytes = 2 << 10
  /// The time from ``MessageChannel/close(_:)`` until a peer that neither reads nor answers is dropped. The default is
  /// 5 s.
  public var closeDeadline: Duration = .seconds(5)

  /// How often a listener sends a pong that nobody asked for, so that clients know that it is not stuck. The default is
  /// 3 s.
  public var heartbeat: Duration = .seconds(3)
  /// How often a client looks whether it has heard of the server since it looked last. After
  /// ``silentLooks`` of these in a row without a byte it drops the connection. The default is 1 s.
  public var look: Duration = .seconds(1)
  /// See ``look``: the default of 9 s is between 8 and 9 s of silence.
  public static let silentLooks = 9

  /// Makes limits with the default values.
  public init() {}

  /// Checks that the limits are valid together.
  ///
  /// - Throws: ``InvalidLimit`` for the first field that is invalid.
  public func validate() throws(InvalidLimit) {
    func require(_ holds: Bool, _ field: String) throws(InvalidLimit) {
      if !holds { throw InvalidLimit(field: field) }
    }
    try require(handshakeDeadline > .zero && handshakeDeadline <= .seconds(600), "handshakeDeadline")
    try require((1...100_000).contains(sockets), "sockets")
    try require((1...sockets).contains(unauthenticatedSockets), "unauthenticatedSockets")
    try require((0...100_000).contains(closingSockets), "closingSockets")
    try require((125...(64 << 20)).contains(messageBytes), "messageBytes")
    try require((125...(64 << 20)).contains(unauthenticatedMessageBytes), "unauthenticatedMessageBytes")
    try require((messageBytes...(1 << 30)).contains(sendQueueBytes), "sendQueueBytes")
    try require((1...sendQueueBytes).contains(lowWaterBytes), "lowWaterBytes")
    try require((1024...(1 << 20)).contains(readBufferBytes), "readBufferBytes")
    try require(closeDeadline > .zero && closeDeadline <= .seconds(600), "closeDeadline")
    try require(heartbeat > .zero && heartbeat <= .seconds(600), "heartbeat")
    try require(look > .zero && look <= .seconds(600), "look")
  }
}

/// The error for a field of ``Limits`` that has an invalid value.
public struct InvalidLimit: Error, Sendable, Hashable {
  /// The name of the field.
  public var field: String

  /// Makes an error for the named field.
  public init(field: String) { self.field = field }
}
