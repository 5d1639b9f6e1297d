/// A two-way, ordered, bounded stream of whole messages.
///
/// Every member except ``executor`` and ``peer`` must be used on the executor, and every call of the delegate is made
/// on it. An actor whose `unownedExecutor` is the channel's executor therefore uses the channel directly, and its
/// nonisolated delegate methods enter with `assumeIsolated`, without a hop. Such an actor must hold a strong reference
/// to the executor, because an `UnownedSerialExecutor` does not. The channel holds one.
///
/// A delegate call is never made from inside one of these methods; it always follows later.
public protocol MessageChannel: AnyObject, Sendable {
  /// The executor on which every delegate call is made, and on which all methods below must be called.
  nonisolated var executor: any EventLoop { get }

  /// The description of the other end.
  nonisolated var peer: PeerDescription { get }

  /// The number of bytes accepted by ``send(_:)`` that have not yet been passed to the system.
  var queuedBytes: Int { get }

  /// Begins to deliver messages. Messages that arrived before wait in a bounded buffer. The delegate is held strongly
  /// until ``MessageChannelDelegate/channelClosed(_:reason:)`` has been called. A second call is ignored.
  func start(delegate: any MessageChannelDelegate)

  /// Queues a message behind those queued before it.
  ///
  /// - Throws: ``ChannelError``; nothing has been queued then.
  func send(_ message: Message) throws(ChannelError)

  /// Stops reading: no message is delivered until ``resumeReading()``, and when the buffers below are full the peer's
  /// queue fills up. A close by the peer is noticed only after the messages before it have been read.
  func pauseReading()

  /// Resumes reading. Messages are delivered by a later job of the executor, not from inside this call.
  func resumeReading()

  /// Sends all queued messages, then a close with this code. Later sends are refused and nothing more is received.
  /// ``MessageChannelDelegate/channelClosed(_:reason:)`` is called at the latest after ``Limits/closeDeadline``. A code
  /// that may not be sent is replaced by ``CloseCode/internalError``.
  func close(_ code: CloseCode)

  /// Drops all queued messages and the connection.
  func abort()

  /// Marks the peer as invited: it is not yet authenticated, but has proven that it is a program of this user that
  /// speaks the protocol. When room has to be made, other sockets are closed first. It has no effect on a client's
  /// channel.
  func markInvited()

  /// Marks the peer as authenticated: the handshake deadline stops, and the channel no longer counts among
  /// ``Limits/unauthenticatedSockets``. It has no effect on a client's channel.
  func markAuthenticated()
}

/// Receives the events of one channel, on the executor of the channel.
public protocol MessageChannelDelegate: AnyObject, Sendable {
  /// A whole message was received. Messages arrive in the order of sending.
  func channel(_ channel: any MessageChannel, received message: Message)

  /// The send queue was at or above ``Limits/lowWaterBytes`` and has fallen below it.
  func channelDrained(_ channel: any MessageChannel)

  /// The channel has ended. This is called exactly once, after all other calls.
  func channelClosed(_ channel: any MessageChannel, reason: CloseReason)
}

extension MessageChannelDelegate {
  /// Does nothing. Delegates that never fill the queue need nothing else.
  public func channelDrained(_ channel: any MessageChannel) {}
}

/// One whole message of a channel: a sequence of bytes and its kind.
///
/// A received `.text` message is valid UTF-8 (RFC 3629), and a message to send must be. The carrier does not check
/// messages to send; the receiving side closes with ``CloseCode/invalidPayload`` if one is invalid.
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
  /// The kind and the size only, because the payload may contain secrets, addresses or amounts.
  public var description: String {
    switch self {
    case .text(let bytes): "text message of \(bytes.count) bytes"
    case .binary(let bytes): "binary message of \(bytes.count) bytes"
    }
  }
}
