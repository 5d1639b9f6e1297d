/// The bounds of a listener and its channels. All are safe by default and may be narrowed or widened by configuration.
public struct Limits: Sendable, Hashable {
  /// From the TCP connection to ``MessageChannel/markAuthenticated()``; then the socket is closed. 5 s.
  public var handshakeDeadline: Duration = .seconds(5)
  /// Sockets in all, those being opened included and those that only wait for the end of a close not; further ones are
  /// refused at once. 128.
  public var sockets = 128
  /// Sockets that are not authenticated yet; for a further one that which got least far, the oldest of several, has to
  /// go. 64.
  public var unauthenticatedSockets = 64
  /// Sockets that wait for the other side to take part in a close; beyond them the oldest is dropped. 64.
  public var closingSockets = 64
  /// Payload bytes of one message in either direction, counted while fragments are assembled. 1 MiB.
  public var messageBytes = 1 << 20
  /// The same for what is received of a peer that has not proven who it is; ``messageBytes`` where that is less. 32
  /// KiB.
  public var unauthenticatedMessageBytes = 32 << 10
  /// Payload bytes that wait to be sent on one channel, at least ``messageBytes``. 4 MiB.
  public var sendQueueBytes = 4 << 20
  /// Below this many queued bytes a queue counts as drained. 256 KiB.
  public var lowWaterBytes = 256 << 10
  /// Bytes that a client reads from its socket at once, and the size of a buffer that it keeps. A listener reads 16 KiB
  /// at once, into one buffer for all. The receive side holds at most one message being assembled and this much
  /// besides; when reading is paused the rest waits in the kernel. 2 KiB.
  public var readBufferBytes = 2 << 10
  /// From ``MessageChannel/close(_:)`` to dropping a peer that neither reads nor answers. 5 s.
  public var closeDeadline: Duration = .seconds(5)

  /// Creates a configuration with the defaults.
  public init() {}

  /// Checks that the bounds make sense together.
  ///
  /// - Throws: the first field that does not, by its name.
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
  }
}

/// A field of ``Limits`` whose value makes no sense.
public struct InvalidLimit: Error, Sendable, Hashable {
  /// Name of the field.
  public var field: String

  /// An error for this field.
  public init(field: String) { self.field = field }
}
