import Cryptography
import JSON
import Testing

@testable import SecureSession

/// Tests the identity of the other end: the prologue, the pinned key, our own key, keys of small order.
@Suite struct IdentityTests {
  @Test func everyItemOfThePrologue() throws {
    let wrong: [ConnectAppPrologue] = try [
      Sides.prologue(offered: "payport.v2, payport.v1"), Sides.prologue(selected: "payport.v2"),
      Sides.prologue(authority: "localhost:49152"), Sides.prologue(authority: "127.0.0.1:49153"),
      Sides.prologue(discovery: [1, 2, 4]), Sides.prologue(discovery: nil), Sides.prologue(discovery: []),
      // The same letters, divided in another way.
      Sides.prologue(offered: "payport.v1payport.v1", selected: ""),
    ]
    for prologue in wrong {
      var sides = try Sides()
      sides.consumer.prologue = prologue
      var consumer = try sides.newConsumer()
      var provider = sides.newProvider()
      let text1 = try #require(consumer.start().text)
      let text2 = try #require(provider.received(text: text1).text)
      #expect(consumer.received(text: text2).failure == .authenticationFailed)
    }
    #expect(throws: CryptographyError.invalidLength) {
      try Sides.prologue(offered: String(repeating: "v", count: 65_536))
    }
    #expect(throws: CryptographyError.invalidLength) {
      try ConnectAppPrologue(
        offeredSubprotocols: "", selectedSubprotocol: "", authority: "", discoveryDigest: [1])
    }
  }

  @Test func anotherProviderThanThePinnedOne() throws {
    var sides = try Sides()
    sides.provider.identity = try Ed25519.SigningKey(from: SystemRandom())
    var consumer = try sides.newConsumer()
    var provider = sides.newProvider()
    let text1 = try #require(consumer.start().text)
    let text2 = try #require(provider.received(text: text1).text)
    #expect(consumer.received(text: text2).failure == .wrongProvider)
  }

  @Test func theConsumerMeetsItsOwnKey() throws {
    var sides = try Sides()
    sides.provider.identity = sides.consumerIdentity
    sides.consumer.pinnedProvider = sides.consumerIdentity.verifyingKey
    var consumer = try sides.newConsumer()
    var provider = sides.newProvider()
    let text1 = try #require(consumer.start().text)
    let text2 = try #require(provider.received(text: text1).text)
    #expect(consumer.received(text: text2).failure == .ownIdentity)
  }

  @Test func theProviderMeetsItsOwnKey() throws {
    let forger = try Forger()
    var provider = forger.sides.newProvider()
    let failure = try forger.finish(&provider, identity: forger.sides.providerIdentity.verifyingKey.bytes) {
      try forger.sides.providerIdentity.sign($0).bytes
    }
    #expect(failure == .ownIdentity)
  }

  @Test func identitiesOfSmallOrder() throws {
    // R = identity and S = 0 would satisfy the verification equation for such a key with every message.
    let easy = [1] + [UInt8](repeating: 0, count: 63)
    for key in [[1] + [UInt8](repeating: 0, count: 31), [UInt8](repeating: 0, count: 32)] as [[UInt8]] {
      let forger = try Forger()
      var provider = forger.sides.newProvider()
      #expect(try forger.finish(&provider, identity: key) { _ in easy } == .malformedMessage)
      #expect(throws: CryptographyError.invalidKey) { try Ed25519.VerifyingKey(bytes: key) }
    }
  }

  @Test func somebodyElsesIdentity() throws {
    let forger = try Forger()
    let victim = try Ed25519.SigningKey(from: SystemRandom())
    var provider = forger.sides.newProvider()
    let failure = try forger.finish(&provider, identity: victim.verifyingKey.bytes) {
      try forger.sides.consumerIdentity.sign($0).bytes
    }
    #expect(failure == .authenticationFailed)
  }

  @Test func aSignatureForTheOtherRoleOrAnotherManifest() throws {
    for change in [
      { (statement: [UInt8]) in Array("payport/connect_app/1 provider\0".utf8) + statement.dropFirst(31) },
      { statement in statement.dropLast() + [statement[statement.count - 1] ^ 1] },
    ] {
      let forger = try Forger()
      var provider = forger.sides.newProvider()
      let failure = try forger.finish(&provider, identity: forger.sides.consumerIdentity.verifyingKey.bytes) {
        try forger.sides.consumerIdentity.sign(change($0)).bytes
      }
      #expect(failure == .authenticationFailed)
    }
  }

  @Test func theForgerItselfIsSound() throws {
    let forger = try Forger()
    var provider = forger.sides.newProvider()
    let failure = try forger.finish(&provider, identity: forger.sides.consumerIdentity.verifyingKey.bytes) {
      try forger.sides.consumerIdentity.sign($0).bytes
    }
    #expect(failure == nil)
  }

  @Test func manifestsThatAreNone() throws {
    for manifest in ["", "[]", "{", #"{"a":1,"a":2}"#, "{\"a\":\"" + String(repeating: "x", count: 16_384) + "\"}"] {
      var sides = try Sides()
      sides.consumer.manifest = Array(manifest.utf8)
      #expect(throws: HandshakeFailure.malformedMessage) { try sides.newConsumer() }
      let forger = try Forger(manifest: Array(manifest.utf8))
      var provider = forger.sides.newProvider()
      let failure = try forger.finish(&provider, identity: forger.sides.consumerIdentity.verifyingKey.bytes) {
        try forger.sides.consumerIdentity.sign($0).bytes
      }
      #expect(failure == .malformedMessage)
    }
  }

  @Test func payloadsOfAnotherShape() throws {
    let changes: [(inout [[UInt8]]) -> Void] = [
      { $0.removeLast() }, { $0.append([]) }, { $0[3].removeLast() }, { $0[3].append(0) }, { $0[2].removeLast() },
      { $0[0].removeLast() }, { $0 = [] },
    ]
    for change in changes {
      var forger = try Forger()
      forger.change = change
      var provider = forger.sides.newProvider()
      let failure = try forger.finish(&provider, identity: forger.sides.consumerIdentity.verifyingKey.bytes) {
        try forger.sides.consumerIdentity.sign($0).bytes
      }
      #expect(failure == .malformedMessage)
    }
  }

  @Test func aFirstMessageWithAPayload() throws {
    let sides = try Sides()
    var noise = try HandshakeState(
      role: .initiator, prologue: sides.provider.prologue.bytes, localStatic: X25519.PrivateKey(from: SystemRandom()),
      localEphemeral: X25519.PrivateKey(from: SystemRandom()))
    let first = try noise.writeMessage([1])
    let gate = try ConnectApp.gate(for: first, key: sides.provider.gateKey)
    var provider = sides.newProvider()
    let action = provider.received(text: HandshakeMessages.connect(message: first, gate: gate))
    #expect(action.failure == .malformedMessage)
  }

  @Test func ephemeralKeysOfSmallOrder() throws {
    let sides = try Sides()
    for point in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31)] as [[UInt8]] {
      let gate = try ConnectApp.gate(for: point, key: sides.provider.gateKey)
      var provider = sides.newProvider()
      let action = provider.received(text: HandshakeMessages.connect(message: point, gate: gate))
      #expect(action.failure == .authenticationFailed)
      var consumer = try sides.newConsumer()
      _ = consumer.start()
      let answer = point + [UInt8](repeating: 7, count: 198)
      #expect(
        consumer.received(text: HandshakeMessages.connectResult(message: answer)).failure == .authenticationFailed)
    }
  }

  @Test func evidenceVerifiesLater() throws {
    let sides = try Sides()
    let claim = try sides.run().claim
    #expect(try claim.evidence.isSigned(by: claim.identity))
    #expect(try !claim.evidence.isSigned(by: sides.providerIdentity.verifyingKey))
    let evidence = claim.evidence
    let other = ConsumerEvidence(
      handshakeHash: evidence.handshakeHash, sessionKey: evidence.sessionKey, manifest: evidence.manifest + [0x20],
      signature: evidence.signature)
    #expect(try !other.isSigned(by: claim.identity))
  }
}

/// A consumer that follows Noise but sends a false payload.
struct Forger {
  var sides: Sides
  let manifest: [UInt8]
  /// Changes the fields of the payload.
  var change: (inout [[UInt8]]) -> Void = { _ in }

  init(manifest: [UInt8] = Sides.manifest) throws {
    sides = try Sides()
    self.manifest = manifest
  }

  /// Runs the handshake up to m3 with the given identity. `sign` receives the statement that an honest consumer would
  /// sign.
  func finish(
    _ provider: inout ProviderHandshake, identity: [UInt8], sign: ([UInt8]) throws -> [UInt8]
  ) throws -> HandshakeFailure? {
    var noise = try HandshakeState(
      role: .initiator, prologue: sides.provider.prologue.bytes, localStatic: X25519.PrivateKey(from: SystemRandom()),
      localEphemeral: X25519.PrivateKey(from: SystemRandom()))
    let first = try noise.writeMessage([])
    let gate = try ConnectApp.gate(for: first, key: sides.provider.gateKey)
    let text2 = try #require(provider.received(text: HandshakeMessages.connect(message: first, gate: gate)).text)
    _ = try noise.readMessage(message(in: text2))
    let statement = try ConnectApp.consumerStatement(
      hash: noise.handshakeHash, sessionKey: noise.localStaticKey, manifest: manifest)
    var fields = try [identity, manifest, sign(statement), [UInt8](repeating: 5, count: 32)]
    change(&fields)
    let third = try noise.writeMessage(#require(LengthPrefixed.encode(fields)))
    return provider.received(text: HandshakeMessages.finish(message: third)).failure
  }
}
