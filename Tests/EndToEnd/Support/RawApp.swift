import Cryptography
import JSON
import RPCRuntime
import SecureSession
import TestSupport
import Transport
import WebSocketTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app that sends any text in its own session. It implements the handshake and the records, but not JSON-RPC. It has
/// the key of a `payctl` that was paired before.
actor RawApp: MessageChannelDelegate {
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let channel: any MessageChannel
  private let sink: AsyncStream<String>.Continuation
  private nonisolated let messages: AsyncStream<String>
  private var handshake: ConsumerHandshake
  private var session: SecureChannel?
  private static let established = "established"
  private static let closed = "closed"

  /// Connects with the key of an app, and runs a test with the established session.
  static func with(
    _ app: Client, _ daemon: Daemon, _ body: (RawApp) async throws -> Void
  ) async throws {
    let thread = try ServiceThread(name: "raw-app")
    do {
      let file = try DiscoveryFile(parsing: bytes(daemon.runtime + "/providers/test.json"))
      let channel = try await WebSocketConnector.connect(to: file.url, on: thread)
      let raw = try RawApp(channel, file, key(app))
      try await raw.shakeHands()
      try await body(raw)
      await raw.leave()
    } catch {
      await thread.stop()
      throw error
    }
    await thread.stop()
  }

  private init(_ channel: any MessageChannel, _ file: DiscoveryFile, _ key: Ed25519.SigningKey) throws {
    unownedExecutor = channel.executor.asUnownedSerialExecutor()
    self.channel = channel
    (messages, sink) = AsyncStream.makeStream(of: String.self)
    let prologue = try ConnectAppPrologue(
      offeredSubprotocols: channel.peer.offeredSubprotocols, selectedSubprotocol: channel.peer.selectedSubprotocol,
      authority: file.authority, discoveryFile: file.bytes)
    let manifest = #"{"app_id":"payport.payctl","name":"raw","version":"1","scopes":["receive","pay"],"versions":"1"}"#
    handshake = try ConsumerHandshake(
      ConsumerHandshake.Configuration(
        identity: key, pinnedProvider: file.providerID, gateKey: file.localKey, prologue: prologue,
        manifest: Array(manifest.utf8)),
      random: SystemRandom())
  }

  /// Sends a text as one message; returns the next message, or `closed`.
  func exchange(_ text: String) async throws -> String {
    for frame in try session?.seal(Array(text.utf8)) ?? [] { try channel.send(.binary(frame)) }
    return await next()
  }

  /// Sends a text; returns the JSON of the next message.
  func ask(_ text: String) async throws -> JSONValue {
    try JSONValue(parsing: Array(try await exchange(text).utf8))
  }

  private func shakeHands() async throws {
    channel.start(delegate: self)
    try perform(handshake.start())
    guard await next() == Self.established else { throw DeadlineError(what: "a session") }
  }

  private func leave() { channel.close(.normal) }

  private func next() async -> String {
    for await message in messages { return message }
    return Self.closed
  }

  nonisolated func channel(_ channel: any MessageChannel, received message: Message) {
    assumeIsolated { $0.received(message) }
  }

  nonisolated func channelClosed(_ channel: any MessageChannel, reason: CloseReason) {
    assumeIsolated { app in
      app.sink.yield(Self.closed)
      app.sink.finish()
    }
  }

  private func received(_ message: Message) {
    do {
      if session != nil {
        if case .message(let bytes)? = try session?.open(message.bytes) {
          sink.yield(String(decoding: bytes, as: UTF8.self))
        }
        return
      }
      switch message {
      case .text(let text): try perform(handshake.received(text: text))
      case .binary(let frame): try perform(handshake.received(binary: frame))
      }
    } catch {
      channel.abort()
    }
  }

  private func perform(_ action: ConsumerHandshake.Action) throws {
    switch action {
    case .sendText(let text): try channel.send(.text(text))
    case .wait: break
    case .close(let failure): channel.close(CloseCode(rawValue: failure.closeCode))
    case .established(let established):
      session = established.channel
      sink.yield(Self.established)
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func key(_ app: Client) throws -> Ed25519.SigningKey {
    let file = try JSONValue(parsing: bytes(app.state + "/consumer/payport.payctl/identity.json"))
    return try Ed25519.SigningKey(seed: SecretBytes(Base64URL.decode(file["ed25519_seed"]?.stringValue ?? "")))
  }
}
