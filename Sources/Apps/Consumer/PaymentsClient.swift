import Cryptography
import JSON
import KeyStorage
public import PaymentsAPI
import PaymentsModel
import RPCRuntime
import SecureSession

/// An app's connection to a provider. The client finds the provider, authenticates it, pairs with it, and reconnects by
/// itself.
///
/// A client connects in ``connect()`` or with its first call, and again whenever a call needs it. Requests that change
/// something are recorded before they are sent, and are sent again with the same `request_id` after a lost connection.
/// Therefore none of them is carried out twice and none is forgotten.
///
/// Errors of all that is asked of the provider: `PaymentsFailure` is its answer. ``DiscoveryError`` and ``PairingError``
/// tell why there is no session. `ConnectionError` means that there is no answer, so the outcome of the call is not known.
/// ``AppStateError`` reports a problem with the app's own files. A call that waits throws `CancellationError` when its
/// task is cancelled.
public actor PaymentsClient {
  enum Link {
    case idle
    case connecting
    case open(ClientSession)
    case closed
  }

  /// The manifest of the app, which the owner sees.
  public nonisolated let manifest: Manifest
  let options: ClientOptions
  /// The name of the service that the provider must offer.
  let service: String
  let state: AppState
  let dialer: any ChannelDialer
  let feed = EventFeed()
  var link = Link.idle
  var waiters: [Int: CheckedContinuation<ClientSession, any Error>] = [:]
  var lastWaiter = 0
  /// Whether there was a session. Before the first session, a missing provider is reported at once and not waited for.
  var hasConnected = false
  /// The name of the provider that was chosen, or of the one that the client connected to first.
  var provider: String?
  /// The key of the provider that the client connected to first. The client never changes to another one by itself.
  var identity: Ed25519.VerifyingKey?
  /// The name of the daemon that the client connected to last.
  var last: String?
  /// What the app was told of daemons that cannot be used.
  var told: Set<String> = []

  /// Creates a client that is not connected yet.
  public init(_ manifest: Manifest, options: ClientOptions = ClientOptions()) {
    self.init(manifest, options: options, service: DiscoveryFile.payments)
  }

  /// Creates a client of another service. Session, calls and journal work the same for all services.
  package init(
    _ manifest: Manifest, options: ClientOptions, service: String, dialer: (any ChannelDialer)? = nil
  ) {
    self.dialer = dialer ?? WebSocketDialer()
    self.manifest = manifest
    self.options = options
    self.service = service
    provider = options.provider
    state = AppState(
      appID: manifest.appID, directories: options.directories, keys: options.keys, passphrase: options.passphrase)
  }

  /// Connects now. This is not necessary before calls, but it tells at once whether there is a provider: it tries again
  /// only after a session was lost, and where a daemon is there that is busy.
  ///
  /// - Returns: whether the owner has already approved the app.
  /// - Throws: ``DiscoveryError``, ``PairingError``, ``AppStateError``.
  @discardableResult
  public func connect() async throws -> Pairing { try await reach().pairing() }

  /// Returns whether the owner has approved the app. It connects if necessary, with a single attempt.
  ///
  /// - Throws: the errors of ``connect()``.
  public func pairing() async throws -> Pairing { try await session().pairing() }

  /// Waits until the owner has approved the app.
  ///
  /// - Parameter show: a closure that is called with the code to show, and with another code after a new connection.
  /// - Throws: ``PairingError/denied`` and the other errors that end the pairing, `CancellationError`.
  public func waitUntilApproved(showing show: (@Sendable (PairingCode) -> Void)? = nil) async throws {
    var shown: PairingCode?
    while true {
      let session = try await reach()
      let version = session.handler.changes.version
      switch try session.pairing() {
      case .paired: return
      case .pending(let code?, _) where code != shown:
        shown = code
        show?(code)
      case .pending: break
      }
      if session.handler.current.hasEnded {
        drop(session)
        continue
      }
      try await session.handler.changes.wait(beyond: version)
    }
  }

  /// Returns a description of the session with grants, limits and expiry.
  public func currentSession() async throws -> GetSession.Result {
    let session = try await call(GetSession.self, GetSession.Params())
    if let folder = session.folder, let last { try await state.keepFolder(folder, of: last) }
    return session
  }

  /// The name of the daemon that the client connected to last, which can change when several daemons share the
  /// provider's identity; before the first connection the name that was chosen, if there is one.
  public var providerName: String? { last ?? provider }

  /// Closes the connection and releases what the client holds. Calls that are under way fail, and so do later ones.
  public func close() async {
    let before = link
    link = .closed
    failWaiters(ConnectionError.closed(.local))
    if case .open(let session) = before {
      await session.connection.close()
      await session.untilEnded()
    }
    feed.changes.bump()
    await dialer.stop()
  }
}
