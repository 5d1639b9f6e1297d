/// The bounds of a listener and its channels. All are safe by default and may be narrowed or widened by configuration.
public struct Limits: Sendable, Hashable {
  /// From the TCP connection to ``MessageChannel/markAuthenticated()``; then the socket is closed. 5 s.
  public var handshakeDeadline: Duration = .seconds(5)
  /// Sockets in all, those being opened included; further ones are refused at once. 32.
  public var sockets = 32
  /// Sockets that are not authenticated yet; further ones are refused at once. 8.
  public var unauthenticatedSockets = 8
  /// Payload bytes of one message in either direction, counted while fragments are assembled. 1 MiB.
  public var messageBytes = 1 << 20
  /// Payload bytes that wait to be sent on one channel, at least ``messageBytes``. 4 MiB.
  public var sendQueueBytes = 4 << 20
  /// Below this many queued bytes a queue counts as drained. 256 KiB.
  public var lowWaterBytes = 256 << 10
  /// Bytes read from a socket at once. The receive side holds at most one message being assembled and this much
  /// besides; when reading is paused the rest waits in the kernel. Each session keeps a buffer of this size. 2 KiB.
  public var readBufferBytes = 2 << 10
  /// From ``MessageChannel/close(_:)`` to dropping a peer that neither reads nor answers. 5 s.
  public var closeDeadline: Duration = .seconds(5)

  /// The defaults.
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
    try require((125...(64 << 20)).contains(messageBytes), "messageBytes")
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
