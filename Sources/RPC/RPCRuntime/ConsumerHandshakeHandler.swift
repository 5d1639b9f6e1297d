import Cryptography
import JSONRPC
import SecureSession
import Transport

/// Runs the handshake on one channel of a client. The actor runs on the channel's executor.
actor ConsumerHandshakeHandler: ChannelUser {
  typealias Outcome = Result<ConsumerConnector.Connected, HandshakeError>

  nonisolated let unownedExecutor: UnownedSerialExecutor
  private nonisolated let loop: any EventLoop
  private let relay = ChannelRelay()
  private let channel: any MessageChannel
  private let options: ConnectionOptions
  private let handler: any RPCHandler
  private var handshake: ConsumerHandshake
  private var waiting: CheckedContinuation<Outcome, Never>?
  private var timer: ScheduledJob?
  private var isOver = false

  init(
    channel: any MessageChannel, handshake: ConsumerHandshake.Configuration, handler: any RPCHandler,
    options: ConnectionOptions, random: any RandomSource
  ) throws(HandshakeFailure) {
    loop = channel.executor
    unownedExecutor = channel.executor.asUnownedSerialExecutor()
    self.channel = channel
    self.handler = handler
    self.options = options
    self.handshake = try ConsumerHandshake(handshake, random: random)
  }

  func run(deadline: Duration) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting = continuation
        relay.target = self
        timer = loop.schedule(after: deadline) { [weak self] in self?.assumeIsolated { $0.giveUp(.timedOut) } }
        channel.start(delegate: relay)
        perform(handshake.start())
      }
    } onCancel: {
      loop.submit { self.assumeIsolated { $0.giveUp(.cancelled) } }
    }
  }

  nonisolated func received(_ message: Message, from relay: ChannelRelay) {
    assumeIsolated { $0.received(message) }
  }

  nonisolated func drained(_ relay: ChannelRelay) {}

  nonisolated func closed(_ relay: ChannelRelay, reason: CloseReason) {
    assumeIsolated { $0.finish(.failure(.closed(reason))) }
  }

  private func received(_ message: Message) {
    guard !isOver else { return }
    switch message {
    case .text(let text): perform(handshake.received(text: text))
    case .binary(let frame): perform(handshake.received(binary: frame))
    }
  }

  private func perform(_ action: ConsumerHandshake.Action) {
    switch action {
    case .wait: break
    case .sendText(let text):
      do {
        try channel.send(.text(text))
      } catch {
        // The reason of a channel that has closed follows soon.
        guard error != .closed else { return }
        finish(.failure(.closed(.lost)))
        channel.abort()
      }
    case .close(let failure):
      finish(.failure(.failed(failure)))
      channel.close(CloseCode(rawValue: failure.closeCode))
    case .established(let established): handOver(established)
    }
  }

  private func handOver(_ established: ConsumerHandshake.Established) {
    let connection = RPCConnection(
      channel: channel, session: SessionHandover(session: established.channel),
      handshakeHash: established.handshakeHash, options: options, handler: handler)
    relay.target = connection
    connection.assumeIsolated { $0.start() }
    finish(
      .success(
        ConsumerConnector.Connected(
          connection: connection, status: established.status, result: established.result,
          pairingCode: established.pairingCode)))
  }

  private func giveUp(_ error: HandshakeError) {
    guard !isOver else { return }
    finish(.failure(error))
    channel.abort()
  }

  private func finish(_ outcome: Outcome) {
    guard !isOver else { return }
    isOver = true
    timer?.cancel()
    timer = nil
    waiting?.resume(returning: outcome)
    waiting = nil
  }
}
