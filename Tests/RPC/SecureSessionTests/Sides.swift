import Cryptography
import SecureSession
import Testing

/// The two sides of a connection, with all values that a test may want to make wrong.
struct Sides {
  var consumerIdentity: Ed25519.SigningKey
  var providerIdentity: Ed25519.SigningKey
  var consumer: ConsumerHandshake.Configuration
  var provider: ProviderHandshake.Configuration

  static let manifest = Array(#"{"app_id":"chat.example"}"#.utf8)
  static let random = SystemRandom()

  init(limits: RecordLimits = .standard) throws {
    consumerIdentity = try Ed25519.SigningKey(from: Self.random)
    providerIdentity = try Ed25519.SigningKey(from: Self.random)
    let gateKey = try SecretBytes(count: 32, from: Self.random)
    let prologue = try Self.prologue()
    consumer = ConsumerHandshake.Configuration(
      identity: consumerIdentity, pinnedProvider: providerIdentity.verifyingKey, gateKey: gateKey,
      prologue: prologue, manifest: Self.manifest, limits: limits)
    provider = ProviderHandshake.Configuration(
      identity: providerIdentity, gateKey: gateKey, prologue: prologue, limits: limits)
  }

  static func prologue(
    offered: String = "payport.v1", selected: String = "payport.v1", authority: String = "127.0.0.1:49152",
    discovery: [UInt8]? = [1, 2, 3]
  ) throws -> ConnectAppPrologue {
    try ConnectAppPrologue(
      offeredSubprotocols: offered, selectedSubprotocol: selected, authority: authority, discoveryFile: discovery)
  }

  func newConsumer() throws -> ConsumerHandshake { try ConsumerHandshake(consumer, random: Self.random) }
  func newProvider() -> ProviderHandshake { ProviderHandshake(provider, random: Self.random) }

  /// Runs the handshake. Returns both machines in the state before the decision, and the texts that were exchanged.
  func run() throws -> Met {
    var consumer = try newConsumer()
    var provider = newProvider()
    let text1 = try #require(consumer.start().text)
    let text2 = try #require(provider.received(text: text1).text)
    let text3 = try #require(consumer.received(text: text2).text)
    let claim = try #require(provider.received(text: text3).claim)
    return Met(consumer: consumer, provider: provider, text1: text1, text2: text2, text3: text3, claim: claim)
  }

  /// Returns both channels, with no frame in transit.
  func channels() throws -> (consumer: SecureChannel, provider: SecureChannel) {
    var met = try run()
    let established = try met.provider.finish(result: Array(#"{"status":"approved"}"#.utf8))
    let consumer = try #require(met.consumer.received(binary: established.frames[0]).established)
    return (consumer.channel, established.channel)
  }
}

struct Met {
  var consumer: ConsumerHandshake
  var provider: ProviderHandshake
  let text1: [UInt8]
  let text2: [UInt8]
  let text3: [UInt8]
  let claim: ProviderHandshake.Claim
}

extension ConsumerHandshake.Action {
  var text: [UInt8]? { if case .sendText(let text) = self { text } else { nil } }
  var established: ConsumerHandshake.Established? { if case .established(let value) = self { value } else { nil } }
  var failure: HandshakeFailure? { if case .close(let failure) = self { failure } else { nil } }
  var waits: Bool { if case .wait = self { true } else { false } }
}

extension ProviderHandshake.Action {
  var text: [UInt8]? { if case .sendText(let text) = self { text } else { nil } }
  var claim: ProviderHandshake.Claim? { if case .decide(let claim) = self { claim } else { nil } }
  var failure: HandshakeFailure? { if case .close(let failure) = self { failure } else { nil } }
}

/// Replaces the Noise message inside a handshake frame.
func replacing(_ message: [UInt8], by other: [UInt8], in text: [UInt8]) -> [UInt8] {
  let frame = String(decoding: text, as: UTF8.self)
  let replaced = frame.split(separator: "\"", omittingEmptySubsequences: false).map { part in
    part == Base64URL.encode(message)[...] ? Base64URL.encode(other) : String(part)
  }
  return Array(replaced.joined(separator: "\"").utf8)
}

/// The Noise message inside a handshake frame.
func message(in text: [UInt8]) throws -> [UInt8] {
  let parts = String(decoding: text, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false)
  let name = try #require(parts.firstIndex(of: "msg"))
  return try Base64URL.decode(parts[name + 2])
}
