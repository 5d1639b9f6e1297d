import JSONRPC
import Transport

/// A connection of a client's, as the relay keeps it.
struct RelayClientConnection {
  let door: RelayClientChannel
  var peer = Peer(limits: PeerLimits(json: RelayLimits.json, batch: 1, inFlight: 8))
  /// What it has to prove to know; from `begin` to `enter`.
  var proof: RelayProof?
  /// Who it is; from `enter` on.
  var person: String?
  var delivery = TroubledDelivery<[UInt8]>()
}

/// Leads from a channel, which lives on the service thread, to the relay, which lives on its own queue: one message at
/// a time, so that whoever sends too much waits.
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

  /// Begins to read; from the relay, as all that follows.
  func open() { onThread { $0.start(delegate: self) } }

  /// Reads the next message.
  func next() { onThread { $0.resumeReading() } }

  /// It is one of the relay's people.
  func admit() { onThread { $0.markAuthenticated() } }

  /// Sends a message. Whoever does not read is cut off, and reads the history when they are back.
  func send(_ bytes: [UInt8]) {
    onThread { channel in
      do throws(ChannelError) { try channel.send(.text(bytes)) } catch { channel.close(.tryAgainLater) }
    }
  }

  /// Ends the connection after what was sent.
  func close(_ code: CloseCode) { onThread { $0.close(code) } }

  private func onThread(_ body: @escaping @Sendable (any MessageChannel) -> Void) {
    let channel = channel
    channel.executor.submit { body(channel) }
  }
}
