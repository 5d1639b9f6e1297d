import Cryptography
import JSON
import JSONRPC
import RPCRuntime
import SecureSession
import Transport

/// Two ends with an established session, which was made by the acceptor and the connector.
struct Joined {
  let consumer: RPCConnection
  let provider: RPCConnection
  let consumerHandler: ScriptedHandler
  let providerHandler: ScriptedHandler
  let connected: ConsumerConnector.Connected

  /// The options of both ends that a test may change.
  struct Options: Sendable {
    var carrier = Carrier.memory
    var provider = ConnectionOptions()
    var consumer = ConnectionOptions()
    var providerAnswer: ScriptedHandler.Answer = ScriptedHandler.echo
    var consumerAnswer: ScriptedHandler.Answer = ScriptedHandler.echo
    var records = RecordLimits.standard
    /// The standard limits, except for a longer handshake deadline for busy machines.
    var limits = {
      var limits = Limits()
      limits.handshakeDeadline = .seconds(600)
      return limits
    }()
    var tapConsumer: (@Sendable (Message) -> [Message])?
    var tapProvider: (@Sendable (Message) -> [Message])?
    var status = "approved"
    var endsSession = false
    var seesConsumerEnd: (@Sendable (any MessageChannel) -> Void)?
  }

  static func make(_ options: Options = Options()) async throws -> Joined {
    let consumerHandler = ScriptedHandler(answer: options.consumerAnswer)
    let providerHandler = ScriptedHandler(answer: options.providerAnswer)
    let identity = try Ed25519.SigningKey(from: SystemRandom())
    let ends = try await options.carrier.join(limits: options.limits)
    options.seesConsumerEnd?(ends.consumer)
    let file = try Self.discovery(authority: ends.authority, key: identity.verifyingKey)
    let acceptor = ProviderAcceptor { claim, _ in
      ProviderAcceptor.Admission(
        result: JSONValue.object(["status": .string(options.status)]).encoded(), handler: providerHandler,
        endsSession: options.endsSession)
    }
    acceptor.open(
      try ProviderAcceptor.Configuration(
        identity: identity, discovery: file, records: options.records, options: options.provider))
    let served = options.tapProvider.map { TappedChannel(ends.provider, tap: $0) } ?? ends.provider
    ends.provider.executor.submit { acceptor.accept(served) }
    let connected = try await ConsumerConnector.connect(
      over: options.tapConsumer.map { TappedChannel(ends.consumer, tap: $0) } ?? ends.consumer,
      identity: try Ed25519.SigningKey(from: SystemRandom()), discovery: file, manifest: Array("{}".utf8),
      handler: consumerHandler, options: options.consumer, records: options.records)
    guard let provider = providerHandler.connection else { throw NotJoined() }
    return Joined(
      consumer: connected.connection, provider: provider, consumerHandler: consumerHandler,
      providerHandler: providerHandler, connected: connected)
  }

  struct NotJoined: Error {}

  static func discovery(authority: String, key: Ed25519.VerifyingKey) throws -> DiscoveryFile {
    try DiscoveryFile(
      url: "ws://\(authority)/v1", processIdentifier: 1, bootNonce: SystemRandom().bytes(count: 16), providerID: key,
      name: "test", versions: "1", localKey: SecretBytes(count: 32, from: SystemRandom()))
  }
}
