import Cryptography
import JSON
import KeyStorage
public import PaymentsAPI
import PaymentsModel
import RPCRuntime
import SecureSession

/// An app's connection to a provider: found, authenticated, paired, and kept up.
///
/// A client connects on ``connect()`` or with its first call, and again by itself whenever a call needs it. Requests
/// that change something are written down before they are sent and sent again with the same `request_id` after a lost
/// connection, so that none is done twice and none is forgotten.
///
/// Errors: `PaymentsFailure` is the provider's answer; ``DiscoveryError`` and ``PairingError`` say why there is no
/// session; `ConnectionError` says that there is no answer, and so that the outcome of what was asked is not known;
/// ``AppStateError`` is trouble with the app's own files. Waits end with `CancellationError` when their task is
/// cancelled.
public actor PaymentsClient {
  enum Link {
    case idle
    case connecting
    case open(ClientSession)
    case closed
  }

  /// What the app says of itself.
  public nonisolated let manifest: Manifest
  let options: ClientOptions
  /// The name of the service that is looked for.
  let service: String
  let state: AppState
  let dialer: any ChannelDialer
  let feed = EventFeed()
  var link = Link.idle
  var waiters: [Int: CheckedContinuation<ClientSession, any Error>] = [:]
  var lastWaiter = 0
  /// Before there was a session, that there is no provider is an answer and not something to wait out.
  var hasConnected = false
  /// The provider that was met first: a client never moves to another one by itself.
  var provider: String?

  /// A client that is not connected yet.
  public init(_ manifest: Manifest, options: ClientOptions = ClientOptions()) {
    self.init(manifest, options: options, service: DiscoveryFile.payments)
  }

  /// A client of another service: its session, calls and journal are the same for all.
  init(_ manifest: Manifest, options: ClientOptions, service: String) {
    self.manifest = manifest
    self.options = options
    self.service = service
    provider = options.provider
    dialer = options.makeDialer()
    state = AppState(
      appID: manifest.appID, directories: options.directories, keys: options.keys, passphrase: options.passphrase)
  }

  /// Connects now, trying once. Not needed before calls, but it tells at once whether there is a provider.
  ///
  /// - Returns: whether the owner has let the app in already.
  /// - Throws: ``DiscoveryError``, ``PairingError``, ``AppStateError``.
  @discardableResult
  public func connect() async throws -> Pairing { try await session().pairing() }

  /// Whether the owner has let the app in, connecting where necessary.
  ///
  /// - Throws: as ``connect()``.
  public func pairing() async throws -> Pairing { try await session().pairing() }

  /// Waits until the owner has approved the app.
  ///
  /// - Parameter show: is given the code to show, and another one whenever the connection had to be made anew.
  /// - Throws: ``PairingError/denied`` and the other ways in which it ends, `CancellationError`.
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

  /// Describes the session: grants, limits, expiry.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func currentSession() async throws -> GetSession.Result {
    let session = try await call(GetSession.self, GetSession.Params())
    if let folder = session.folder, let provider { try await state.keep(folder, of: provider) }
    return session
  }

  /// The name of the provider; nil before the first connection unless it was chosen.
  public var providerName: String? { provider }

  /// Ends the session with a goodbye and frees what the client holds. Calls that are open fail, later ones too.
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
