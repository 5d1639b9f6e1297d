/// A two-way, ordered, bounded stream of whole messages.
///
/// Threading: every member except ``executor`` and ``peer`` must be used on the executor, and every call of the
/// delegate is made on it. An actor whose `unownedExecutor` is the channel's executor therefore uses the channel
/// directly, and its nonisolated delegate methods enter with `assumeIsolated`, without a hop. Such an actor must
/// hold a strong reference to the executor (the channel holds one), as an `UnownedSerialExecutor` does not.
///
/// No delegate call is ever made from inside a call of one of these methods: it follows later.
public protocol MessageChannel: AnyObject, Sendable {
  /// The executor on which every delegate call is made, and on which all methods below must be called.
  nonisolated var executor: any EventLoop { get }

  /// What is known of the other end.
  nonisolated var peer: PeerDescription { get }

  /// Bytes taken by ``send(_:)`` that have not yet been handed to the system.
  var queuedBytes: Int { get }

  /// Begins deliveries. What arrived before waits until then, bounded. The delegate is held strongly until
  /// ``MessageChannelDelegate/channelClosed(_:reason:)`` has been called. A second call is ignored.
  func start(delegate: any MessageChannelDelegate)

  /// Queues a message behind those queued before it.
  ///
  /// - Throws: ``ChannelError``; nothing has been queued then.
  func send(_ message: Message) throws(ChannelError)

  /// Stops reading: no further message is delivered until ``resumeReading()``, and when the buffers below are full
  /// the peer's queue fills up. Closing by the peer is noticed only after what it sent before has been read.
  func pauseReading()

  /// Reads again. Messages come from a later job of the executor, not from inside this call.
  func resumeReading()

  /// Sends what is queued, then a close with this code; later sends are refused and nothing more is received.
  /// Ends by ``MessageChannelDelegate/channelClosed(_:reason:)`` at the latest after ``Limits/closeDeadline``.
  /// A code that may not be sent is replaced by ``CloseCode/internalError``.
  func close(_ code: CloseCode)

  /// Drops what is queued and the connection.
  func abort()

  /// Says that the peer is not authenticated yet, but has shown that it is a program of this user that means it: where
  /// room has to be made, others go first. Without effect on a client's channel.
  func markInvited()

  /// Says that the peer has proven who it is: the handshake deadline stops, and the channel no longer counts among
  /// ``Limits/unauthenticatedSockets``. Without effect on a client's channel.
  func markAuthenticated()
}

/// Receives what happens on one channel, on its executor.
public protocol MessageChannelDelegate: AnyObject, Sendable {
  /// A whole message, in the order of sending.
  func channel(_ channel: any MessageChannel, received message: Message)

  /// The send queue had been at or above ``Limits/lowWaterBytes`` and has fallen below.
  func channelDrained(_ channel: any MessageChannel)

  /// The channel has ended: called exactly once, and last.
  func channelClosed(_ channel: any MessageChannel, reason: CloseReason)
}

extension MessageChannelDelegate {
  /// Does nothing, for those who never fill the queue.
  public func channelDrained(_ channel: any MessageChannel) {}
}

/// One whole message of a channel: a sequence of bytes and the kind in which it travels.
///
/// A `.text` message that was received is valid UTF-8 (RFC 3629); one that is sent must be. The carrier does not
/// check what is sent, the receiving side closes with ``CloseCode/invalidPayload`` when it is not.
public enum Message: Sendable, Equatable {
  /// UTF-8 bytes, a WebSocket text message (RFC 6455, opcode 1).
  case text([UInt8])
  /// Any bytes, a WebSocket binary message (RFC 6455, opcode 2).
  case binary([UInt8])

  /// The bytes, whatever the kind.
  @inlinable public var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .binary(let bytes): bytes
    }
  }

  /// Number of bytes of the payload, without any framing.
  @inlinable public var count: Int { bytes.count }
}

extension Message: CustomStringConvertible {
  /// Kind and size only: the payload may hold secrets, addresses or amounts.
  public var description: String {
    switch self {
    case .text(let bytes): "text message of \(bytes.count) bytes"
    case .binary(let bytes): "binary message of \(bytes.count) bytes"
    }
  }
}
