import JSONRPC
import Transport

/// The state that the relay keeps for a client's connection.
struct RelayClientConnection {
  let door: RelayClientChannel
  var peer = Peer(limits: PeerLimits(json: RelayLimits.json, batch: 1, inFlight: 8))
  /// The proof that the client has to give. It is set between `begin` and `enter`.
  var proof: RelayProof?
  /// The name of the client's person. It is set from `enter` on.
  var person: String?
  var delivery = TroubledDelivery<[UInt8]>()
}

/// Connects a channel, which runs on the service thread, with the relay, which runs on its own queue. It passes on one
/// message at a time, so that a client that sends too much has to wait.
final class RelayClientChannel: MessageChannelDelegate {
  let number: Int
  private let channel: any MessageChannel
  private let received: @Sendable (Int, Message) -> Void
  private let ended: @Sendable (Int) -> Void

  init(
    _ number: Int, _ channel: any MessageChannel, received: @escaping @Sendable (Int, Message) -> Void,
    ended: @escaping @Sendable (Int) -> Void
  ) {
    self.number = number
    self.channel = channel
    self.received = received
    self.ended = ended
  }

  func channel(_ channel: any MessageChannel, received message: Message) {
    channel.pauseReading()
    received(number, message)
  }

  func channelClosed(_ channel: any MessageChannel, reason: CloseReason) { ended(number) }

  /// Begins to read. The relay calls this method and all that follow from its own queue.
  func open() { onThread { $0.start(delegate: self) } }

  /// Reads the next message.
  func next() { onThread { $0.resumeReading() } }

  /// Marks the client as authenticated.
  func admit() { onThread { $0.markAuthenticated() } }

  /// Sends a message. A client that does not read is disconnected, and reads the history when it is back.
  func send(_ bytes: [UInt8]) {
    onThread { channel in
      do throws(ChannelError) { try channel.send(.text(bytes)) } catch { channel.close(.tryAgainLater) }
    }
  }

  /// Ends the connection after everything was sent.
  func close(_ code: CloseCode) { onThread { $0.close(code) } }

  private func onThread(_ body: @escaping @Sendable (any MessageChannel) -> Void) {
    let channel = channel
    channel.executor.submit { body(channel) }
  }
}
