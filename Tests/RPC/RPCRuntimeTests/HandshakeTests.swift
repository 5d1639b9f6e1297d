import Cryptography
import JSON
import RPCRuntime
import SecureSession
import Synchronization
import Testing
import Transport

@Suite struct HandshakeTests {
  /// A provider that counts its refusals and admissions.
  struct Provider {
    let identity: Ed25519.SigningKey
    let file: DiscoveryFile
    let ends: Carrier.Ends
    let acceptor: ProviderAcceptor
    let refusals: AsyncStream<HandshakeFailure>
    let admitted = ScriptedHandler()

    init(_ carrier: Carrier = .memory, admits: Bool = true, isOpen: Bool = true, limits: Limits = Limits()) async throws
    {
      ends = try await carrier.join(limits: limits)
      identity = try Ed25519.SigningKey(from: SystemRandom())
      file = try Joined.discovery(authority: ends.authority, key: identity.verifyingKey)
      let (refusals, sink) = AsyncStream<HandshakeFailure>.makeStream()
      self.refusals = refusals
      let handler = admitted
      acceptor = ProviderAcceptor(failed: { failure, _ in sink.yield(failure) }) { _, _ in
        admits
          ? ProviderAcceptor.Admission(result: Array(#"{"status":"approved"}"#.utf8), handler: handler) : nil
      }
      if isOpen { acceptor.open(try ProviderAcceptor.Configuration(identity: identity, discovery: file)) }
      let (acceptor, end) = (acceptor, ends.provider)
      end.executor.submit { acceptor.accept(end) }
    }

    func refusal() async -> HandshakeFailure? {
      for await refusal in refusals { return refusal }
      return nil
    }

    func connect(with file: DiscoveryFile? = nil, deadline: Duration = .seconds(10)) async throws {
      _ = try await ConsumerConnector.connect(
        over: ends.consumer, identity: Ed25519.SigningKey(from: SystemRandom()), discovery: file ?? self.file,
        manifest: Array("{}".utf8), handler: ScriptedHandler(), deadline: deadline)
    }
  }

  @Test func whatWasKeptForAConnectionThatWasGoneIsGivenBack() async throws {
    let ends = try await Carrier.memory.join(limits: Limits())
    let identity = try Ed25519.SigningKey(from: SystemRandom())
    let file = try Joined.discovery(authority: ends.authority, key: identity.verifyingKey)
    let (deciding, isDeciding) = AsyncStream<Void>.makeStream()
    let (gone, isGone) = AsyncStream<Void>.makeStream()
    let (abandoned, isAbandoned) = AsyncStream<Void>.makeStream()
    let handler = ScriptedHandler()
    let acceptor = ProviderAcceptor { _, _ in
      isDeciding.yield()
      for await _ in gone { break }
      return ProviderAcceptor.Admission(
        result: Array(#"{"status":"pending"}"#.utf8), handler: handler, abandoned: { isAbandoned.yield() })
    }
    acceptor.open(try ProviderAcceptor.Configuration(identity: identity, discovery: file))
    let (consumer, provider) = (ends.consumer, ends.provider)
    provider.executor.submit { acceptor.accept(provider) }
    let raw = try RawConsumer(consumer, discovery: file)
    await raw.start()
    try await raw.shakeHands()
    for await _ in deciding { break }
    await withCheckedContinuation { continuation in
      consumer.executor.submit {
        consumer.abort()
        // This job runs after the one that reports the end.
        consumer.executor.submit { continuation.resume() }
      }
    }
    isGone.yield()
    for await _ in abandoned { break }
    #expect(handler.connection == nil)
  }

  @Test(arguments: Carrier.allCases) func whoHasNotReadTheFileIsTurnedAway(_ carrier: Carrier) async throws {
    let provider = try await Provider(carrier)
    let guess = try Joined.discovery(authority: provider.file.authority, key: provider.identity.verifyingKey)
    await #expect(throws: HandshakeError.closed(.peer(.policyViolation))) { try await provider.connect(with: guess) }
    #expect(await provider.refusal() == .gateRefused)
    #expect(provider.admitted.connection == nil)
  }

  @Test func aFileOfOtherBytesOrAnotherAuthorityDoesNotConnect() async throws {
    for change in ["authority", "bytes"] {
      let provider = try await Provider()
      let file = provider.file
      let other = try DiscoveryFile(
        url: change == "authority" ? "ws://127.0.0.1:2/v1" : file.url,
        processIdentifier: change == "bytes" ? 2 : file.processIdentifier, bootNonce: file.bootNonce,
        providerID: file.providerID, name: file.name, versions: file.versions, localKey: file.localKey)
      await #expect(throws: HandshakeError.failed(.authenticationFailed)) { try await provider.connect(with: other) }
      #expect(provider.admitted.connection == nil)
    }
  }

  @Test(arguments: Carrier.allCases) func anotherProviderThanThePinnedOneLearnsNothing(_ carrier: Carrier) async throws
  {
    let provider = try await Provider(carrier)
    let file = provider.file
    let pinned = try Ed25519.SigningKey(from: SystemRandom()).verifyingKey
    let other = try DiscoveryFile(
      url: file.url, processIdentifier: file.processIdentifier, bootNonce: file.bootNonce, providerID: pinned,
      name: file.name, versions: file.versions, localKey: file.localKey)
    // The digest of the file differs too, so the handshake messages cannot be decrypted and the consumer's identity is
    // never sent.
    await #expect(throws: HandshakeError.self) { try await provider.connect(with: other) }
    #expect(provider.admitted.connection == nil)
  }

  @Test func messagesOutOfPlaceCloseWithoutAWord() async throws {
    let cases: [(Message, HandshakeFailure)] = [
      (.binary([0, 1, 2]), .unexpectedMessage),
      (.text(Array("hello".utf8)), .malformedMessage),
      (
        .text(Array(#"{"jsonrpc":"2.0","id":2,"method":"connect_app.finish","params":{"msg":"AAAA"}}"#.utf8)),
        .unexpectedMessage
      ),
      (.text(Array(#"{"jsonrpc":"2.0","id":1,"method":"list_currencies","params":{}}"#.utf8)), .unexpectedMessage),
      (.text([UInt8](repeating: UInt8(ascii: " "), count: 40_000)), .malformedMessage),
    ]
    for (message, failure) in cases {
      let provider = try await Provider()
      let consumer = try RawConsumer(provider.ends.consumer, discovery: provider.file)
      await consumer.start()
      try await consumer.send(message)
      #expect(await provider.refusal() == failure)
      #expect(await consumer.closing() == .peer(.policyViolation))
      #expect(provider.admitted.connection == nil)
    }
  }

  @Test func anAppThatIsNotAdmittedIsClosedWithoutAWord() async throws {
    let provider = try await Provider(admits: false)
    await #expect(throws: HandshakeError.closed(.peer(.policyViolation))) { try await provider.connect() }
  }

  @Test func aProviderThatHasNotOpenedTurnsAway() async throws {
    let provider = try await Provider(isOpen: false)
    await #expect(throws: HandshakeError.closed(.peer(.tryAgainLater))) { try await provider.connect() }
  }

  @Test func aSilentProviderIsGivenUp() async throws {
    let (_, consumer) = MemoryChannel.pair(authority: "127.0.0.1:1")
    let file = try Joined.discovery(
      authority: "127.0.0.1:1", key: Ed25519.SigningKey(from: SystemRandom()).verifyingKey)
    func connect(_ deadline: Duration) async throws {
      _ = try await ConsumerConnector.connect(
        over: consumer, identity: Ed25519.SigningKey(from: SystemRandom()), discovery: file,
        manifest: Array("{}".utf8), handler: ScriptedHandler(), deadline: deadline)
    }
    await #expect(throws: HandshakeError.timedOut) { try await connect(.milliseconds(20)) }
  }

  @Test func aCancelledHandshakeEndsAtOnce() async throws {
    let (provider, consumer) = MemoryChannel.pair(authority: "127.0.0.1:1")
    let file = try Joined.discovery(
      authority: "127.0.0.1:1", key: Ed25519.SigningKey(from: SystemRandom()).verifyingKey)
    let task = Task {
      _ = try await ConsumerConnector.connect(
        over: consumer, identity: Ed25519.SigningKey(from: SystemRandom()), discovery: file,
        manifest: Array("{}".utf8), handler: ScriptedHandler(), deadline: .seconds(600))
    }
    task.cancel()
    await #expect(throws: HandshakeError.cancelled) { try await task.value }
    _ = provider
  }
}
