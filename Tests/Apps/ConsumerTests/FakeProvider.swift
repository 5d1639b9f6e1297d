import Consumer
import Cryptography
import Synchronization
import Transport
import WebSocketTransport

/// A provider in this process: a real listener, acceptor and sessions, with a wallet that exists only here.
final class FakeProvider: Sendable {
  struct State {
    var thread: ServiceThread?
    var listener: WebSocketListener?
    var channels: [any MessageChannel] = []
    var connections: [RPCConnection] = []
    var status = PairingStatus.approved
    var reason: String?
    var questionID = "appr_1"
    var retryAfterMilliseconds: Int?
    var codes: [String] = []
    /// Every request that came, by method, with its params.
    var requests: [(method: String, params: JSONValue?)] = []
    /// Who listens, and up to which event each has been told.
    var listeners: [ObjectIdentifier: (connection: RPCConnection, sent: Int)] = [:]
    /// So many of the next payment orders are done and not answered: the line is cut, or the session ends with the
    /// owner's decision if that is a denial.
    var cuts = 0
    /// How many subscriptions are refused as too many requests.
    var throttled = 0
    /// So many connections came while this one had no time, and were sent away; `nil` while it has time.
    var sentAway: Int?
    var answers: [String: @Sendable (JSONValue?) -> Result<Payload, RPCError>] = [:]
  }

  /// What several daemons of one identity share.
  final class Ledger: Sendable {
    struct Content {
      var orders: [String: PaymentOrder] = [:]
      var events: [Event] = []
      /// Events up to this one were dropped.
      var droppedThrough = 0
    }

    let content = Mutex(Content())
  }

  let directories: PayportDirectories
  let identity: Ed25519.SigningKey
  let name: String
  let ledger: Ledger
  let state = Mutex(State())

  init(
    in directories: PayportDirectories, name: String = "home", identity: Ed25519.SigningKey? = nil,
    ledger: Ledger = Ledger(), status: PairingStatus = .approved
  ) throws {
    self.directories = directories
    self.name = name
    self.ledger = ledger
    self.identity = try identity ?? Ed25519.SigningKey(from: SystemRandom())
    state.withLock { $0.status = status }
  }

  /// Starts on a port of the kernel's choice and publishes itself.
  @discardableResult
  func start(versions: String = "1") async throws -> DiscoveryFile {
    let thread = try ServiceThread(name: "fake-provider")
    let listener = WebSocketListener(on: thread)
    let acceptor = ProviderAcceptor { [self] claim, _ in admit(claim) }
    let addresses = try await listener.start { [self] channel in
      let isBusy = state.withLock { state in
        state.channels.append(channel)
        state.sentAway? += 1
        return state.sentAway != nil
      }
      if isBusy { return channel.close(.tryAgainLater) }
      acceptor.accept(channel)
    }
    let file = try DiscoveryFile(
      url: "ws://\(addresses[0].authority)/v1", processIdentifier: 1,
      bootNonce: SystemRandom().bytes(count: 16), providerID: identity.verifyingKey, name: name, versions: versions,
      localKey: SecretBytes(count: 32, from: SystemRandom()))
    acceptor.open(try ProviderAcceptor.Configuration(identity: identity, discovery: file))
    try file.publish(in: directories)
    state.withLock { state in
      state.thread = thread
      state.listener = listener
    }
    return file
  }

  /// Stops as by SIGKILL: no goodbye, and the file stays.
  func crash() async {
    cutAll()
    await stop()
  }

  /// Stops with goodbyes; the file stays too, as the next start replaces it.
  func stop() async {
    let (thread, listener) = state.withLock { state in
      defer { (state.thread, state.listener, state.channels, state.listeners) = (nil, nil, [], [:]) }
      return (state.thread, state.listener)
    }
    await listener?.stop(deadline: .seconds(1))
    await thread?.stop()
  }

  /// Drops all connections without a goodbye.
  func cutAll() {
    for channel in state.withLock({ $0.channels }) { channel.executor.submit { channel.abort() } }
  }

  /// What came by one method.
  func requests(_ method: String) -> [JSONValue?] {
    state.withLock { $0.requests.filter { $0.method == method }.map(\.params) }
  }

  /// The owner says yes, or no.
  func decide(_ status: PairingStatus, reason: String? = nil) async throws {
    let connections = state.withLock { state in
      state.status = status
      state.reason = reason
      return state.connections
    }
    let change = try JSONBytesEncoder().encodeValue(
      SessionChange(status: status, grants: Grants(scopes: [.pay]), reason: reason))
    for connection in connections where await connection.isOpen {
      try await connection.notify(method: PaymentsNotification.sessionChanged, params: .value(change))
    }
  }

  private func admit(_ claim: ProviderHandshake.Claim) -> ProviderAcceptor.Admission? {
    let (status, reason, questionID, retryAfter) = state.withLock { state in
      state.codes.append(claim.pairingCode.digits)
      return (state.status, state.reason, state.questionID, state.retryAfterMilliseconds)
    }
    var session = Self.session(status, app: claim.identity, provider: identity.verifyingKey)
    if status == .pending { session.questionID = questionID }
    let nonce = status == .pending ? Base64URL.encode(claim.pairingNonce) : nil
    guard
      let value = try? JSONBytesEncoder().encodeValue(
        ConnectResult(status: status, sasNonce: nonce, session: session)), var object = value.objectValue
    else { return nil }
    object["reason"] = reason.map(JSONValue.string)
    object["retry_after_ms"] = retryAfter.map { .integer($0) }
    return ProviderAcceptor.Admission(
      result: JSONValue.object(object).encoded(), handler: FakeHandler(self), endsSession: status == .denied)
  }

  static func session(
    _ status: PairingStatus, app: Ed25519.VerifyingKey, provider: Ed25519.VerifyingKey
  ) -> GetSession.Result {
    GetSession.Result(
      status: status, sessionID: "s", specVersion: 1,
      provider: ProviderInfo(providerID: provider.base64URL, name: "home", software: "fake"),
      app: AppInfo(appID: "org.example.app", name: "Example", version: "1", key: AppKey(rawValue: app.base64URL)),
      grants: Grants(scopes: [.pay, .receive]),
      limits: SessionLimits(
        maxMessageBytes: 1 << 20, maxBatch: 32, maxInFlight: 64, maxDepth: 32, requestsPerSecond: 100, burst: 100),
      eventCursor: .beginning, expiresAt: .maximum, questionID: status == .pending ? "appr_1" : nil)
  }
}
