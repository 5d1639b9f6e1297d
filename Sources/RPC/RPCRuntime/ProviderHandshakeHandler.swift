import Cryptography
import JSONRPC
import SecureSession
import Transport

/// Runs the handshake of one accepted channel. The actor runs on the channel's executor.
actor ProviderHandshakeHandler: ChannelUser {
  nonisolated let unownedExecutor: UnownedSerialExecutor
  // The strong reference keeps the executor alive, which `unownedExecutor` does not.
  private let loop: any EventLoop
  nonisolated let relay: ChannelRelay
  private let channel: any MessageChannel
  private let options: ConnectionOptions
  private let decide: ProviderAcceptor.Admit
  private let failed: @Sendable (HandshakeFailure, PeerDescription) -> Void
  private var handshake: ProviderHandshake
  private var isOver = false

  init(
    channel: any MessageChannel, configuration: ProviderAcceptor.Configuration,
    admit: @escaping ProviderAcceptor.Admit,
    failed: @escaping @Sendable (HandshakeFailure, PeerDescription) -> Void
  ) throws(CryptographyError) {
    loop = channel.executor
    unownedExecutor = channel.executor.asUnownedSerialExecutor()
    self.channel = channel
    options = configuration.options
    decide = admit
    self.failed = failed
    let prologue = try ConnectAppPrologue(
      offeredSubprotocols: channel.peer.offeredSubprotocols, selectedSubprotocol: channel.peer.selectedSubprotocol,
      authority: configuration.authority, discoveryDigest: configuration.discoveryDigest)
    handshake = ProviderHandshake(
      ProviderHandshake.Configuration(
        identity: configuration.identity, gateKey: configuration.gateKey, prologue: prologue,
        limits: configuration.records),
      random: configuration.random)
    relay = ChannelRelay()
    relay.target = self
  }

  nonisolated func received(_ message: Message, from relay: ChannelRelay) {
    assumeIsolated { $0.received(message) }
  }

  nonisolated func drained(_ relay: ChannelRelay) {}

  nonisolated func closed(_ relay: ChannelRelay, reason: CloseReason) {
    assumeIsolated { $0.isOver = true }
  }

  private func received(_ message: Message) {
    guard !isOver else { return }
    let action =
      switch message {
      case .text(let text): handshake.received(text: text)
      case .binary(let frame): handshake.received(binary: frame)
      }
    switch action {
    case .sendText(let text):
      // The handshake answers only a client that has read the discovery file, so the client counts as invited.
      channel.markInvited()
      send(.text(text))
    case .close(let failure): fail(failure)
    case .decide(let claim):
      Task { decided(await decide(claim, channel.peer), claim) }
    }
  }

  private func decided(_ admission: ProviderAcceptor.Admission?, _ claim: ProviderHandshake.Claim) {
    guard let admission else {
      guard !isOver else { return }
      isOver = true
      channel.close(.policyViolation)
      return
    }
    if !admit(admission, claim) { admission.abandoned() }
  }

  /// Turns the channel into a connection; returns false if the channel has ended.
  private func admit(_ admission: ProviderAcceptor.Admission, _ claim: ProviderHandshake.Claim) -> Bool {
    guard !isOver else { return false }
    let established: ProviderHandshake.Established
    do {
      established = try handshake.finish(result: admission.result)
    } catch {
      fail(error)
      return false
    }
    // Before the app is told, since it may then send larger messages at once.
    channel.markAuthenticated()
    for frame in established.frames { send(.binary(frame)) }
    guard !isOver else {
      established.channel.erase()
      return false
    }
    isOver = true
    let connection = RPCConnection(
      channel: channel, session: SessionHandover(session: established.channel), handshakeHash: claim.handshakeHash,
      options: admission.options ?? options, handler: admission.handler)
    relay.target = connection
    connection.assumeIsolated { connection in
      connection.start()
      if admission.endsSession { connection.close() }
    }
    return true
  }

  private func send(_ message: Message) {
    do {
      try channel.send(message)
    } catch {
      isOver = true
      channel.close(.internalError)
    }
  }

  private func fail(_ failure: HandshakeFailure) {
    isOver = true
    failed(failure, channel.peer)
    channel.close(CloseCode(rawValue: failure.closeCode))
  }
}
