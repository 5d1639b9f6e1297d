import Cryptography
import Testing

@testable import SecureSession

/// Tests a provider that follows Noise but sends a false payload. The consumer must not reveal its identity.
@Suite struct ForgedProviderTests {
  /// Runs the handshake up to m2. `payload` receives the statement that an honest provider would sign, and returns the
  /// fields of the payload.
  static func answer(
    _ sides: Sides, payload: (_ statement: [UInt8]) throws -> [[UInt8]]
  ) throws -> ConsumerHandshake.Action {
    var consumer = try sides.newConsumer()
    let text1 = try #require(consumer.start().text)
    var noise = try HandshakeState(
      role: .responder, prologue: sides.consumer.prologue.bytes, localStatic: X25519.PrivateKey(from: SystemRandom()),
      localEphemeral: X25519.PrivateKey(from: SystemRandom()))
    _ = try noise.readMessage(message(in: text1))
    let statement = ConnectApp.providerStatement(hash: noise.handshakeHash, sessionKey: noise.localStaticKey)
    let fields = try payload(statement)
    let second = try noise.writeMessage(#require(LengthPrefixed.encode(fields)))
    let action = consumer.received(text: HandshakeMessages.connectResult(message: second))
    if action.text == nil { #expect(consumer.received(text: []).failure == .unexpectedMessage) }
    return action
  }

  static let commitment = [UInt8](repeating: 6, count: 32)

  @Test func theForgerItselfIsSound() throws {
    let sides = try Sides()
    let id = sides.providerIdentity
    let action = try Self.answer(sides) { [id.verifyingKey.bytes, try id.sign($0).bytes, Self.commitment] }
    #expect(action.text != nil)
  }

  @Test func signaturesThatAreNotForThisSession() throws {
    let sides = try Sides()
    let id = sides.providerIdentity
    let changes: [([UInt8]) -> [UInt8]] = [
      // Only the static key, as in other protocols. Such a signature would be valid for ever once it leaked.
      { $0.suffix(32) },
      // The hash of another session.
      { $0.prefix(31) + [UInt8](repeating: 1, count: 32) + $0.suffix(32) },
      // Another static key.
      { $0.dropLast() + [$0[$0.count - 1] ^ 1] },
      // The label of the consumer's role.
      { Array("payport/connect_app/1 consumer\0".utf8) + $0.dropFirst(31) },
      // The label of another protocol.
      { Array("payport/connect_app/2".utf8) + $0.dropFirst(21) },
    ]
    for change in changes {
      let action = try Self.answer(sides) {
        [id.verifyingKey.bytes, try id.sign(change($0)).bytes, Self.commitment]
      }
      #expect(action.failure == .authenticationFailed)
    }
    let stranger = try Ed25519.SigningKey(from: SystemRandom())
    let action = try Self.answer(sides) { [id.verifyingKey.bytes, try stranger.sign($0).bytes, Self.commitment] }
    #expect(action.failure == .authenticationFailed)
  }

  @Test func payloadsOfAnotherShape() throws {
    let sides = try Sides()
    let id = sides.providerIdentity
    let key = id.verifyingKey.bytes
    let shapes: [([UInt8]) -> [[UInt8]]] = [
      { [key, $0] }, { [key, $0, Self.commitment, []] }, { [key, $0, Array(Self.commitment.dropLast())] },
      { [key, Array($0.dropLast()), Self.commitment] }, { [Array(key.dropLast()), $0, Self.commitment] }, { _ in [] },
      { [key, $0, Self.commitment + [0]] }, { [[1] + [UInt8](repeating: 0, count: 31), $0, Self.commitment] },
      { [[UInt8](repeating: 0, count: 32), $0, Self.commitment] },
    ]
    for shape in shapes {
      let action = try Self.answer(sides) { shape(try id.sign($0).bytes) }
      #expect(action.failure == .malformedMessage)
    }
  }

  @Test func lengthPrefixes() throws {
    #expect(LengthPrefixed.encode([[1, 2], []]) == [0, 2, 1, 2, 0, 0])
    #expect(LengthPrefixed.encode([[UInt8](repeating: 0, count: 65_536)]) == nil)
    #expect(LengthPrefixed.decode([0, 2, 1, 2, 0, 0], count: 2) == [[1, 2], []])
    for bytes in [[], [0], [0, 1], [0, 2, 1], [0, 1, 1, 9], [1, 0, 1]] as [[UInt8]] {
      #expect(LengthPrefixed.decode(bytes, count: 1) == nil)
    }
    #expect(LengthPrefixed.decode([0, 0], count: 0) == nil)
  }
}
