import Cryptography
import RPCRuntime
import SecureSession
import Transport

/// A consumer that can violate the protocol. It implements the handshake and the records, but not JSON-RPC.
actor RawConsumer: MessageChannelDelegate {
  enum Happening: Sendable, Equatable {
    case text([UInt8])
    /// A decrypted message.
    case message(String)
    case goodbye
    case closed(CloseReason)
  }

  nonisolated let unownedExecutor: UnownedSerialExecutor
  nonisolated let happenings: AsyncStream<Happening>
  private let sink: AsyncStream<Happening>.Continuation
  private let channel: any MessageChannel
  private var handshake: ConsumerHandshake
  private var session: SecureChannel?

  init(_ channel: any MessageChannel, discovery: DiscoveryFile) throws {
    unownedExecutor = channel.executor.asUnownedSerialExecutor()
    self.channel = channel
    (happenings, sink) = AsyncStream.makeStream()
    let prologue = try ConnectAppPrologue(
      offeredSubprotocols: channel.peer.offeredSubprotocols, selectedSubprotocol: channel.peer.selectedSubprotocol,
      authority: discovery.authority, discoveryFile: discovery.bytes)
    handshake = try ConsumerHandshake(
      ConsumerHandshake.Configuration(
        identity: Ed25519.SigningKey(from: SystemRandom()), pinnedProvider: discovery.providerID,
        gateKey: discovery.localKey, prologue: prologue, manifest: Array("{}".utf8)),
      random: SystemRandom())
  }

  func start() { channel.start(delegate: self) }

  func send(_ message: Message) throws { try channel.send(message) }

  /// Begins the handshake, which then continues by itself.
  func shakeHands() throws { try perform(handshake.start()) }

  func seal(_ message: String) throws {
    for frame in try session?.seal(Array(message.utf8)) ?? [] { try channel.send(.binary(frame)) }
  }

  func first<T: Sendable>(_ pick: @Sendable (Happening) -> T?) async -> T? {
    for await happening in happenings {
      if let picked = pick(happening) { return picked }
    }
    return nil
  }

  func closing() async -> CloseReason? { await first { if case .closed(let reason) = $0 { reason } else { nil } } }

  func message() async -> String? { await first { if case .message(let text) = $0 { text } else { nil } } }

  nonisolated func channel(_ channel: any MessageChannel, received message: Message) {
    assumeIsolated { $0.received(message) }
  }

  nonisolated func channelClosed(_ channel: any MessageChannel, reason: CloseReason) {
    assumeIsolated {
      $0.sink.yield(.closed(reason))
      // A test that still waits for an event fails then instead of hanging.
      $0.sink.finish()
    }
  }

  private func received(_ message: Message) {
    if let session {
      switch try? session.open(message.bytes) {
      case .message(let bytes): sink.yield(.message(String(decoding: bytes, as: UTF8.self)))
      case .goodbye: sink.yield(.goodbye)
      case .incomplete, nil: break
      }
      return
    }
    switch message {
    case .text(let text):
      sink.yield(.text(text))
      try? perform(handshake.received(text: text))
    case .binary(let frame): try? perform(handshake.received(binary: frame))
    }
  }

  private func perform(_ action: ConsumerHandshake.Action) throws {
    switch action {
    case .sendText(let text): try channel.send(.text(text))
    case .wait: break
    case .close(let failure): channel.close(CloseCode(rawValue: failure.closeCode))
    case .established(let established):
      session = established.channel
      sink.yield(.message("established"))
    }
  }
}
