/// The reason why a message was not accepted for sending. No part of it was queued.
public enum ChannelError: Error, Sendable, Hashable {
  /// The peer reads too slowly, and the queue would exceed ``Limits/sendQueueBytes``. Wait for
  /// ``MessageChannelDelegate/channelDrained(_:)``, or close with ``CloseCode/tryAgainLater``.
  case queueFull
  /// The message is larger than ``Limits/messageBytes``; the peer would refuse it.
  case messageTooBig
  /// The channel is closing or closed, by either side.
  case closed
}

/// The reason why a connection could not be made.
public enum ConnectError: Error, Sendable, Hashable {
  /// The URL is not of the form `ws://127.0.0.1:PORT/PATH`, `ws://[::1]:PORT/PATH` or `ws://localhost:PORT/PATH`.
  case invalidURL
  /// Nothing listens there, or the connection failed before the peer answered.
  case unreachable
  /// The peer refused the upgrade. The status is that of its HTTP answer; nil if it hung up without an answer.
  case upgradeRefused(status: Int?)
  /// The peer accepted the upgrade but selected no subprotocol, or one that was not offered.
  case wrongSubprotocol
  /// The program that answered belongs to another user.
  case otherUser
  /// No answer arrived within the deadline.
  case timedOut
  /// The waiting task was cancelled.
  case cancelled
  /// The executor has been stopped.
  case stopped
}

/// The reason why a listener could not be started.
public enum ListenError: Error, Sendable, Hashable {
  /// The address is not a loopback address.
  case notLoopback
  /// A descriptor that was passed is not a listening TCP socket of this process alone, or of another port than the
  /// others.
  case notListening
  /// Another program uses the port.
  case addressInUse(port: UInt16)
  /// The system refused to bind, for example to a port below 1024.
  case permissionDenied(port: UInt16)
  /// A limit has an invalid value.
  case invalidLimit(InvalidLimit)
  /// `start` was called a second time, or after `stop`.
  case alreadyStarted
  /// The named system call failed for another reason; `code` is its errno.
  case system(call: String, code: Int32)
  /// The executor has been stopped.
  case stopped
}
