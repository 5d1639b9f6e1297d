/// Why a message was not taken for sending. The message was not queued, not even in part.
public enum ChannelError: Error, Sendable, Hashable {
  /// The peer reads too slowly: the queue would exceed ``Limits/sendQueueBytes``. Wait for
  /// ``MessageChannelDelegate/channelDrained(_:)``, or close with ``CloseCode/tryAgainLater``.
  case queueFull
  /// The message is above ``Limits/messageBytes``, which the peer would refuse.
  case messageTooBig
  /// The channel is closing or closed, by either side.
  case closed
}

/// Why a connection could not be made.
public enum ConnectError: Error, Sendable, Hashable {
  /// The URL is not of the form `ws://127.0.0.1:PORT/PATH`, `ws://[::1]:PORT/PATH` or `ws://localhost:PORT/PATH`.
  case invalidURL
  /// Nothing listens there, or the connection failed before the peer answered.
  case unreachable
  /// The peer refused the upgrade. The status is that of its HTTP answer; nil when it hung up without one.
  case upgradeRefused(status: Int?)
  /// The peer accepted but chose no subprotocol, or one that was not offered.
  case wrongSubprotocol
  /// The program that answered belongs to another user.
  case otherUser
  /// No answer within the deadline.
  case timedOut
  /// The task that awaited it was cancelled.
  case cancelled
  /// The executor has been stopped.
  case stopped
}

/// Why a listener could not be started.
public enum ListenError: Error, Sendable, Hashable {
  /// The address is not a loopback address.
  case notLoopback
  /// Another program has the port.
  case addressInUse(port: UInt16)
  /// The system refused the bind, such as for a port below 1024.
  case permissionDenied(port: UInt16)
  /// A limit makes no sense.
  case invalidLimit(InvalidLimit)
  /// `start` was called twice, or after `stop`.
  case alreadyStarted
  /// Any other failure of the system call named, with its errno.
  case system(call: String, code: Int32)
  /// The executor has been stopped.
  case stopped
}
