import Transport

/// An object that receives the events of a ``ChannelRelay``: first the handshake, then the connection. The protocol is
/// separate from `MessageChannelDelegate` so that a connection does not expose methods that only its channel may call.
protocol ChannelUser: AnyObject, Sendable {
  func received(_ message: Message, from relay: ChannelRelay)
  func drained(_ relay: ChannelRelay)
  func closed(_ relay: ChannelRelay, reason: CloseReason)
}

/// The delegate of a channel for its whole life. It forwards every event to its current target: first the handshake,
/// then the connection.
///
/// `@unchecked Sendable`: `target` is used on the channel's executor only, where all delegate calls are made.
final class ChannelRelay: MessageChannelDelegate, @unchecked Sendable {
  var target: (any ChannelUser)?

  func channel(_ channel: any MessageChannel, received message: Message) {
    target?.received(message, from: self)
  }

  func channelDrained(_ channel: any MessageChannel) { target?.drained(self) }

  func channelClosed(_ channel: any MessageChannel, reason: CloseReason) {
    let last = target
    target = nil
    last?.closed(self, reason: reason)
  }
}
