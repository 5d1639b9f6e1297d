import Cryptography
import JSON
import KeyStorage
import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import SecureSession
import Synchronization
import TestSupport
import Testing
import Transport
import WebSocketTransport

@testable import Provider

/// The transport of a test. All tests run with both.
enum Carrier: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case memory
  case webSocket

  var testDescription: String { rawValue }
}

/// A provider in this process with a real ledger, real sessions and no wallet, and two apps that are paired with it.
/// The provider can be stopped and started again.
final class EventBench: Sendable {
  /// A stored event.
  struct Stored: Sendable, Equatable {
    let cursor: Int64
    let number: Int
  }

  private struct Running {
    let parts: ProviderParts
    let acceptor: ProviderAcceptor
    let discovery: DiscoveryFile
    let listener: WebSocketListener?
    let thread: ServiceThread
  }

  private struct State {
    var running: Running?
    var stored: [AppKey: [Stored]] = [:]
  }

  let carrier: Carrier
  let alice: Ed25519.SigningKey
  let bob: Ed25519.SigningKey
  let clock = ManualWallClock(Timestamp(milliseconds: 1_700_000_000_000))
  private let folder: ScratchFolder
  private let state = Mutex(State())
  static let manifest = #"{"app_id":"org.example.app","name":"app","version":"1","scopes":["pay"],"versions":"1"}"#

  struct NotRunning: Error {}

  /// Runs a test with a provider and stops the provider afterwards.
  static func with(_ carrier: Carrier, _ body: (EventBench) async throws -> Void) async throws {
    let bench = try EventBench(carrier)
    try await bench.start()
    do {
      try await body(bench)
    } catch {
      await bench.stop()
      throw error
    }
    await bench.stop()
  }

  private init(_ carrier: Carrier) throws {
    self.carrier = carrier
    folder = try ScratchFolder()
    alice = try Ed25519.SigningKey(from: SystemRandom())
    bob = try Ed25519.SigningKey(from: SystemRandom())
  }

  func start() async throws {
    var configuration = ProviderConfiguration()
    configuration.limits.requestsPerSecond = 1_000_000
    configuration.limits.burst = 1_000_000
    let parts = try ProviderParts.make(in: folder, clock: clock, configuration)
    for key in [alice, bob] {
      let record = AppRecord(
        key: key.app, status: .approved, claimedName: "app", scopes: ["pay"],
        evidence: AppEvidence(
          manifest: Array(Self.manifest.utf8), handshakeHash: [], sessionKey: [], signature: []),
        pairedAt: clock.now(), lastSeenAt: nil)
      try await parts.core.ledger.write { transaction in try transaction.saveApp(record) }
    }
    let admission = AppAdmission(apps: parts.apps, spending: parts.payments.orders.limits, documents: parts.documents)
    let acceptor = ProviderAcceptor { await admission.admit($0, $1) }
    let thread = try ServiceThread(name: "event-bench")
    var listener: WebSocketListener?
    var authority = "127.0.0.1:1"
    if carrier == .webSocket {
      let made = WebSocketListener(on: thread)
      authority = try #require(try await made.start { acceptor.accept($0) }.first).authority
      listener = made
    }
    let discovery = try DiscoveryFile(
      url: "ws://\(authority)/v1", processIdentifier: 1, bootNonce: SystemRandom().bytes(count: 16),
      providerID: parts.identity.key.verifyingKey, name: "test", versions: "1",
      localKey: SecretBytes(count: 32, from: SystemRandom()))
    acceptor.open(try .init(identity: parts.identity.key, discovery: discovery))
    let running = Running(
      parts: parts, acceptor: acceptor, discovery: discovery, listener: listener, thread: thread)
    state.withLock { $0.running = running }
  }

  /// Stops the provider without telling the apps.
  func stop() async {
    guard let running = state.withLock({ $0.running.take() }) else { return }
    await running.listener?.stop(deadline: .zero)
    await running.thread.stop()
    await running.parts.core.ledger.close()
  }

  var parts: ProviderParts {
    get throws {
      guard let running = state.withLock({ $0.running }) else { throw NotRunning() }
      return running.parts
    }
  }

  private var core: ProviderCore { get throws { try parts.core } }

  /// Connects as an app. Returns the connection and the app's end of the channel.
  func connect(as key: Ed25519.SigningKey, _ handler: any RPCHandler) async throws -> (
    RPCConnection, any MessageChannel
  ) {
    guard let running = state.withLock({ $0.running }) else { throw NotRunning() }
    let channel: any MessageChannel
    switch carrier {
    case .memory:
      let (provider, consumer) = MemoryChannel.pair(authority: running.discovery.authority)
      provider.executor.submit { running.acceptor.accept(provider) }
      channel = consumer
    case .webSocket: channel = try await WebSocketConnector.connect(to: running.discovery.url, on: running.thread)
    }
    let connected = try await ConsumerConnector.connect(
      over: channel, identity: key, discovery: running.discovery, manifest: Array(Self.manifest.utf8), handler: handler)
    return (connected.connection, channel)
  }

  /// Stores events, and tells the listeners.
  func happen(_ count: Int, to key: Ed25519.SigningKey, padding: Int = 20) async throws {
    let (app, core, now) = (key.app, try core, clock.now())
    let first = state.withLock { $0.stored[app]?.count ?? 0 }
    let pad = String(repeating: "x", count: padding)
    let stored = try await core.ledger.write { transaction -> [Stored] in
      var stored: [Stored] = []
      for number in first..<first + count {
        try transaction.appendEvent(
          NewEvent(
            app: app, type: "invoice_changed", objectID: "inv", version: Int64(number), at: now,
            body: Array(#"{"type":"invoice_changed","number":\#(number),"pad":"\#(pad)"}"#.utf8)))
        stored.append(Stored(cursor: try transaction.latestEvent(of: app).sequence, number: number))
      }
      return stored
    }
    state.withLock { $0.stored[app, default: []] += stored }
    core.hub.changed(["inv"], of: app)
  }

  /// Returns all events of an app after a place, including those that were dropped.
  func stored(_ key: Ed25519.SigningKey, after cursor: Int64 = 0) -> [Stored] {
    state.withLock { ($0.stored[key.app] ?? []).filter { $0.cursor > cursor } }
  }

  /// Drops all events of an app except the newest.
  func trim(_ key: Ed25519.SigningKey, keeping count: Int) async throws {
    let (app, ledger) = (key.app, try core.ledger)
    let rule = EventRetentionRule(since: Timestamp(milliseconds: .min), count: count)
    _ = try await ledger.write { transaction -> DroppedEvents? in
      guard let stale = try transaction.lastStaleEvent(of: app, rule) else { return nil }
      return try transaction.dropEvents(of: app, through: stale, atMost: .max)
    }
  }

  func span(_ key: Ed25519.SigningKey) async throws -> EventBounds {
    let app = key.app
    return try await core.ledger.read { reader -> EventBounds in
      let span = try reader.eventSpan(of: app)
      return EventBounds(oldest: span.oldest, newest: span.newest)
    }
  }
}

extension Ed25519.SigningKey {
  /// The app with this key.
  var app: AppKey { AppKey(rawValue: verifyingKey.base64URL) }
}
