import Platform
import Synchronization
public import Transport

/// Accepts WebSocket connections on loopback addresses, and refuses all clients that are not native programs of the
/// same user.
///
/// Before the upgrade it refuses another path, any `Origin` that is not allowed, a `Host` that is not exactly one of
/// the listener's own, a missing or other subprotocol, a peer of another user, and connections above the limit of
/// sockets. Before and after the upgrade it closes sockets that are not authenticated by ``Limits/handshakeDeadline``
/// or have to make room for a new one. There are no extensions, no HTTP/2, and no plain HTTP but for
/// ``Configuration/page``.
public final class WebSocketListener: Sendable {
  /// The addresses of a listener and the requests that it accepts.
  public struct Configuration: Sendable {
    /// The numeric loopback addresses. An IPv6 address that the machine does not have is left out.
    public var hosts = ["127.0.0.1", "::1"]
    /// The TCP port, the same for all hosts; 0 lets the kernel pick one.
    public var port: UInt16 = 0
    /// Listening sockets that another program bound, used in place of `hosts` and `port` if there are any. They belong
    /// to the listener once it has started; the other program may keep listening on them.
    package var passed: [Int32] = []
    /// The only path that is accepted.
    public var path = "/v1"
    /// The accepted values of `Origin`, compared as a whole, such as `https://wallet.example`. If there are none, no
    /// web page can connect; native clients send no `Origin`.
    public var allowedOrigins: Set<String> = []
    /// What answers plain requests, and says who may upgrade, where the listener serves a page to a browser of this user.
    /// Then `Host` must be exactly the address, the only `Origin` is the page's own, and no subprotocol is selected.
    package var page: (any PageAnswers)?
    /// The limits of the listener and its channels.
    public var limits = Limits()
    /// The user that the other end must belong to. It is changed in tests only.
    package var user: UInt32 = geteuid()

    /// Makes the default configuration: both loopback addresses, and a port picked by the kernel.
    public init() {}
  }

  /// The subprotocol of Payport's providers. A client has to offer it unless the ``ServiceThread`` has another one.
  public static let subprotocol = "payport.v1"

  private let thread: ServiceThread
  private let core: ListenerCore
  private let addresses = Mutex<[ListeningAddress]>([])

  /// Makes a listener that does not listen yet.
  ///
  /// - Parameters:
  ///   - thread: the thread on which its channels run.
  ///   - configuration: its addresses and the requests that it accepts.
  ///   - onRefused: called on the thread for each connection that is refused.
  public init(
    on thread: ServiceThread, configuration: Configuration = Configuration(),
    onRefused: @escaping @Sendable (Refusal) -> Void = { _ in }
  ) {
    self.thread = thread
    core = ListenerCore(thread: thread, configuration: configuration, onRefused: onRefused)
  }

  /// The service thread.
  public var executor: any EventLoop { thread }

  /// The addresses on which it listens.
  public var localAddresses: [ListeningAddress] { addresses.withLock { $0 } }

  /// Binds the addresses and begins to accept.
  @discardableResult
  public func start(
    accepting handler: @escaping @Sendable (any MessageChannel) -> Void
  ) async throws(ListenError) -> [ListeningAddress] {
    let core = core
    let result = await onThread { core.start(accepting: handler) }
    let started = try result.get()
    addresses.withLock { $0 = started }
    return started
  }

  /// The addresses of listening sockets that another program bound, IPv4 first.
  ///
  /// - Throws: `ListenError` if a listener would not take one of them.
  package static func addresses(ofPassed descriptors: [Int32]) throws(ListenError) -> [ListeningAddress] {
    try ListeningSockets.adopt(descriptors).map { ListeningAddress(host: $0.address.host, port: $0.address.port) }
  }

  /// Stops accepting, closes every channel and waits until all have ended.
  public func stop(deadline: Duration = .seconds(5)) async {
    let core = core
    await withCheckedContinuation { continuation in
      thread.submit { core.stop(deadline: deadline, continuation) }
    }
    addresses.withLock { $0 = [] }
  }

  private func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      thread.submit { continuation.resume(returning: body()) }
    }
  }
}
